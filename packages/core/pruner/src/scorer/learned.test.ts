import { describe, expect, test } from 'vitest'
import { defaultScorer } from '../node.js'
import { prune } from '../prune.js'
import type { SourceType } from '../types.js'
import { scoringInput } from './scoring-input.js'

const scorer = defaultScorer()
const scoresOf = (text: string, goal: string, sourceType: SourceType = 'code') =>
  scorer.relevance(scoringInput({ text, origin: 'explicit', goal, sourceType }))

const STORE = `import { Clock } from './clock'

export class Store {
  private entries = new Map<string, Entry>()

  constructor(private clock: Clock) {}

  put(key: string, value: string, lifetime: number) {
    const deadline = this.clock.now() + lifetime
    this.entries.set(key, { value, deadline })
  }

  take(key: string): string | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    if (entry.deadline < this.clock.now()) {
      this.entries.delete(key)
      return undefined
    }
    return entry.value
  }

  size(): number {
    return this.entries.size
  }
}
`
const SHELL = `def quote(argument):
    if SAFE.match(argument):
        return argument
    return "'" + argument.replace("'", "'\\\\''") + "'"


def run(command, timeout):
    process = start(command)
    try:
        return process.wait(timeout)
    except Expired:
        process.kill()
        raise


def render(rows):
    widths = [max(len(c) for c in column) for column in zip(*rows)]
    for row in rows:
        print(" ".join(c.ljust(w) for c, w in zip(row, widths)))
`

describe('goldens: a change in the weights or in what the network is shown is noticed', () => {
  const rounded = (scores: Float32Array) => Array.from(scores, (s) => Math.round(s * 1000) / 1000)

  test('a class, in its own words', () => {
    expect(
      rounded(scoresOf(STORE, 'entries past their deadline are deleted')),
    ).toMatchInlineSnapshot(`
      [
        0.006,
        0.002,
        0.008,
        0.018,
        0.002,
        0.01,
        0.003,
        0.052,
        0.182,
        0.222,
        0.039,
        0.004,
        0.059,
        0.078,
        0.07,
        0.248,
        0.112,
        0.045,
        0.032,
        0.042,
        0.033,
        0.003,
        0.028,
        0.025,
        0.021,
        0.017,
      ]
    `)
  })

  test('functions, in other words', () => {
    expect(
      rounded(scoresOf(SHELL, 'escape special characters of the shell')),
    ).toMatchInlineSnapshot(`
      [
        0.103,
        0.092,
        0.043,
        0.177,
        0.004,
        0.004,
        0.036,
        0.043,
        0.026,
        0.021,
        0.018,
        0.027,
        0.015,
        0.002,
        0.002,
        0.021,
        0.024,
        0.026,
        0.053,
      ]
    `)
  })
})

describe('what is asked for is found', () => {
  const bestLine = (text: string, goal: string) => {
    const scores = scoresOf(text, goal)
    return text.split('\n')[scores.indexOf(Math.max(...scores))]!.trim()
  }

  test('by name', () => {
    expect(bestLine(SHELL, 'how are the widths of columns in render found')).toMatch(
      /widths|render/,
    )
  })

  test('with words that the code does not have', () => {
    const scores = scoresOf(SHELL, 'expiry stops the child')
    const mean = (from: number, to: number) =>
      scores.subarray(from, to).reduce((a, b) => a + b, 0) / (to - from)
    expect(mean(6, 13)).toBeGreaterThan(mean(0, 4))
    expect(mean(6, 13)).toBeGreaterThan(mean(15, 19))
  })

  test('a goal that has nothing to do with the text raises no line', () => {
    const chances = scorer.score(
      scoringInput({ text: STORE, origin: 'explicit', goal: 'zzqx wvvk', sourceType: 'code' }),
    )
    expect(Math.max(...chances)).toBeLessThan(0.5)
  })
})

test('the call’s arguments count if the question says little', () => {
  const text = Array.from(
    { length: 60 },
    (_, i) => `src/part${i}.ts:${i + 3}:  ${i === 41 ? 'rotateKey(store)' : 'copyKey(store)'}`,
  ).join('\n')
  const input = {
    text,
    origin: 'implicit',
    goal: 'Let me look at the callers',
    sourceType: 'logs',
  } as const
  const chances = scorer.score(scoringInput({ ...input, context: 'rotateKey src/' }))
  const without = scorer.score(scoringInput(input))
  expect(chances[41]! / chances[40]!).toBeGreaterThan(1.5)
  expect(chances[41]! / chances[40]!).toBeGreaterThan(without[41]! / without[40]!)
})

describe('any text is scored', () => {
  const many = Array.from({ length: 9000 }, (_, i) => `  const deadline${i % 7} = passed(${i})`)

  test.each([
    ['empty', ''],
    ['one line', 'deadline'],
    ['NUL and lone surrogates', 'deadline \0\ud800\n\udfff passed \0\n'.repeat(50)],
    ['a million characters on one line', 'deadline passed '.repeat(62_500)],
    ['a line that is one long word', `${'a'.repeat(1_000_000)}\ndeadline\n`],
    ['only line ends', '\n'.repeat(5000)],
    ['longer than one stretch of the network', many.join('\n')],
  ])('%s', (_, text) => {
    const scores = scoresOf(text, 'deadline \ud800 passed')
    for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
  })

  test('where a stretch of the network ends cannot be seen in the scores', () => {
    // Equal surroundings on both sides of line 8192, where the second stretch begins.
    const text = Array.from({ length: 16_384 }, (_, i) =>
      i % 64 === 0 ? 'deadline passed' : i % 64 === 32 ? '' : 'x = y',
    ).join('\n')
    const scores = scoresOf(text, 'deadline passed')
    for (let i = 8128; i < 8256; i++) expect(scores[i]).toBeCloseTo(scores[i - 640]!, 1)
  })

  test('twice the same', () => {
    expect(scoresOf(many.join('\n'), 'passed')).toEqual(scoresOf(many.join('\n'), 'passed'))
  })
})

test('the deadline stops the network', () => {
  let time = 0
  const result = prune(
    { text: STORE.repeat(200), origin: 'explicit', goal: 'deadline', sourceType: 'code' },
    { scorer, now: () => time++, deadline: 6 },
  )
  expect(result.warnings).toEqual(['timeout'])
})
