// An answer is priced as a whole: what is shown, how likely something is missed, and what that costs.
import { expect, it } from 'vitest'
import { Deadline } from '../deadline.js'
import { keptLines, lexicalScorer, prune, type Scorer } from '../index.js'
import { bestPrice, expectedCost, readerOf } from './expected-cost.js'

const weighed = {
  chances: Float32Array.of(0.5, 0.25, 0.25),
  tokens: Float32Array.of(100, 40, 60),
  deadline: new Deadline(undefined, undefined),
}
const reader = { weight: 1, power: 0.6 }

it('costs its tokens where nothing is cut', () => {
  expect(expectedCost(Uint8Array.of(1, 1, 1), weighed, reader)).toBe(200)
})

it('costs a turn and the recovered run, or everything again, as often as something is missed', () => {
  // Half of the probability is cut: a miss in 0.66 of all cases, and six of ten who miss fetch everything again.
  const missed = 0.4 * (1000 + 1.2 * 100) + 0.6 * 200
  const shown = 100 + 3.5
  const cost = expectedCost(Uint8Array.of(1, 0, 0), weighed, reader)
  expect(cost).toBeCloseTo(shown + 0.5 ** 0.6 * missed, 3)
  const unlikely = expectedCost(Uint8Array.of(1, 0, 0), weighed, { ...reader, weight: 0.25 })
  expect(unlikely).toBeCloseTo(shown + 0.5 ** 0.6 * missed * 0.25, 3)
})

it('expects more misses in code about which little was said, and in long files', () => {
  expect(readerOf('code', 8, 1500, 1).power).toBeCloseTo(0.6, 5)
  expect(readerOf('code', 1, 1500, 1).power).toBeCloseTo(0.382, 3)
  expect(readerOf('code', 8, 15_000, 1).power).toBeCloseTo(0.477, 3)
  expect(readerOf('output', 1, 15_000, 0.25)).toEqual({ weight: 0.25, power: 0.6 })
})

it('uses the cost of a miss whose answer is cheapest of those that fit', () => {
  const choiceAt = (price: number) => ({ kept: Uint8Array.of(Math.round(price * 10)), cost: 0 })
  const farFrom = (wanted: number) => (kept: Uint8Array) => Math.abs(kept[0]! - wanted)
  expect(bestPrice(choiceAt, () => true, farFrom(14))).toBe(Math.SQRT2)
  expect(bestPrice(choiceAt, ({ kept }) => kept[0]! < 11, farFrom(14))).toBe(1)
  expect(bestPrice(choiceAt, () => false, farFrom(14))).toBe(1)
})

/** Every tenth line is likely. */
const scorer = (rest: number): Scorer => ({
  ...lexicalScorer,
  score: ({ split }) => Float32Array.from({ length: split.count }, (_, i) => (i % 10 ? rest : 0.2)),
})
const text = Array.from({ length: 120 }, (_, i) => `value of setting ${i} is ${i * 7}`).join('\n')
const goal = 'Now I will look at how it is set up and go on from there'
const said = {
  text,
  origin: 'implicit',
  goal,
  context: 'node settings.js',
  sourceType: 'logs',
} as const

it('shows the likely lines and the last one if the rest is hardly needed, and all if it may be', () => {
  expect(keptLines(prune(said, { scorer: scorer(0.0001) }))).toHaveLength(13)
  expect(prune(said, { scorer: scorer(0.05) }).status).toBe('unchanged')
})
