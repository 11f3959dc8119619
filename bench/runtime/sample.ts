// Values to measure with: typical arguments and results of tools, in three shapes.
import { seededRandom } from './random.js'

const WORDS =
  'the parser keeps each token with its offset so that an error can name the line'.split(' ')

function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
}

/** Many small objects, as a list of findings has. */
function records(count: number): unknown {
  const random = seededRandom(7)
  return {
    findings: Array.from({ length: count }, (_, i) => ({
      id: `finding-${i}`,
      severity: ['critical', 'high', 'medium', 'low'][i % 4],
      line: Math.floor(random() * 5000),
      score: random(),
      message: sentence(random, 12),
      tags: [sentence(random, 1), sentence(random, 1)],
    })),
  }
}

/** A few long texts, as file contents have. */
function texts(count: number): unknown {
  const random = seededRandom(8)
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `file${i}`,
      Array.from({ length: 400 }, () => sentence(random, 9)).join('\n'),
    ]),
  )
}

function numbers(count: number): unknown {
  const random = seededRandom(9)
  return { samples: Array.from({ length: count }, () => Math.floor(random() * 1e6)) }
}

export const SAMPLES: Readonly<Record<string, unknown>> = {
  'records, 2 MB': records(10_000),
  'texts, 2 MB': texts(100),
  'numbers, 2 MB': numbers(300_000),
}

export const megabytes = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(value)) / 1_000_000
