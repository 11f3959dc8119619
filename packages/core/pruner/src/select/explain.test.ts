// People who look at an answer see why each line is shown: a line without a word of the question was reported as
// one that has it.
import { expect, test } from 'vitest'
import { prune } from '../index.js'
import { defaultScorer } from '../node.js'

const step = (i: number) => [
  `function step${i}(shape) {`,
  ...Array.from({ length: 30 }, (_, j) => `  shape.points.push([${j}, shape.width * ${i}])`),
  '}',
]
const lines = [
  ...Array.from({ length: 12 }, (_, i) => step(i)).flat(),
  'function retryDelay(attempt) {',
  '  // Doubles with each attempt, up to half a minute.',
  '  return Math.min(30_000, 250 * 2 ** attempt)',
  '}',
  ...Array.from({ length: 12 }, (_, i) => step(i + 50)).flat(),
]

function reasonsFor(text: readonly string[], goal: string): Map<string, string> {
  const { explanation } = prune(
    { text: text.join('\n'), origin: 'explicit', goal },
    { scorer: defaultScorer() },
  )
  const runs = explanation?.runs ?? []
  return new Map(
    runs.flatMap(({ startLine, endLine, reason }) =>
      text.slice(startLine - 1, endLine).map((line): [string, string] => [line, reason]),
    ),
  )
}

test('named lines, and likely ones', () => {
  const named = reasonsFor(lines, 'What does retryDelay return?')
  expect(named.get('function retryDelay(attempt) {')).toBe('named')
  const likely = reasonsFor(lines, 'by how much does the delay grow with each attempt?')
  expect(likely.get('  return Math.min(30_000, 250 * 2 ** attempt)')).toBe('likely')
})

test('what reports a failure', () => {
  const log = Array.from({ length: 900 }, (_, i) => `copied page ${i} of the colour chart`)
  log[450] = 'ERROR: disk full'
  expect(reasonsFor(log, 'Which colour is page 17?').get('ERROR: disk full')).toBe('evidence')
})
