// Computed by hand, at round prices: a dollar for a million tokens of input, a tenth of it cached.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Cut,
  costOfAdding,
  costOfCarrying,
  costOfSession,
  type SessionRequest,
  savedBy,
} from './session-cost.js'

const PRICES = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25, hourWrite: 2 }
const request = (
  [inputTokens, cachedInputTokens, cacheWriteTokens]: readonly [number, number, number],
  outputTokens = 0,
  more: { hourWriteTokens?: number; isCompacted?: boolean } = {},
): SessionRequest => {
  const { isCompacted = false, ...usage } = more
  return {
    usage: { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, ...usage },
    prices: PRICES,
    isCompacted,
  }
}
/** In millionths of a dollar, for readable figures. */
const micro = (dollars: number): number => Math.round(dollars * 1e6)
const cut = (tokens: number, more: Partial<Cut> = {}): Cut => ({
  after: 0,
  offset: 0,
  tokens,
  ...more,
})

test('a request is paid for by its parts; an hour in the cache costs 2, five minutes 1.25', () => {
  expect(micro(costOfSession([request([1000, 0, 0], 10)]))).toBe(1000 + 50)
  expect(micro(costOfSession([request([2000, 1000, 1000])]))).toBe(100 + 1250)
  expect(micro(costOfSession([request([2000, 1000, 1000], 0, { hourWriteTokens: 1000 })]))).toBe(
    100 + 2000,
  )
  expect(micro(costOfSession([request([2000, 1000, 1000], 0, { hourWriteTokens: 400 })]))).toBe(
    100 + 600 * 1.25 + 400 * 2,
  )
})

test('a cut saves the price of its position: written once, then read from the cache', () => {
  const requests = [
    request([1000, 0, 1000], 10),
    request([2010, 1000, 1010]),
    request([3000, 2010, 990]),
    request([4000, 3000, 1000]),
  ]
  // An average over the request would call 500 of the last request's 4,000 tokens a quarter written.
  expect(micro(costOfCarrying(cut(400), 400, requests))).toBe(400 * 1.25 + 2 * 400 * 0.1)
})

test('a lost cache is paid for in full again, and a boundary may fall inside of it', () => {
  const requests = [request([1000, 0, 0]), request([2000, 0, 0]), request([2000, 1200, 0])]
  expect(micro(costOfCarrying(cut(400), 400, requests))).toBe(400 + 200 * 0.1 + 200)
})

test('after a compaction the output is gone for both', () => {
  const told = [
    request([1000, 0, 0]),
    request([4000, 0, 0]),
    request([3900, 0, 0], 0, { isCompacted: true }),
  ]
  expect(micro(costOfCarrying(cut(100), 100, told))).toBe(100)
  const seen = [request([1000, 0, 0]), request([4000, 0, 0]), request([1500, 0, 0])]
  expect(micro(costOfCarrying(cut(100), 100, seen))).toBe(100)
})

test('no more is taken out than the next request has grown by', () => {
  const requests = [request([1000, 0, 0]), request([1050, 0, 0]), request([9000, 0, 0])]
  expect(micro(costOfCarrying(cut(400), 400, requests))).toBe(50 + 50)
})

test('an actual cut saves what its tokens would have cost in every later request', () => {
  const requests = [request([1000, 0, 1000]), request([1050, 1000, 50]), request([1100, 1050, 50])]
  expect(micro(costOfAdding(cut(400), 400, requests))).toBe(400 * 1.25 + 400 * 0.1)
  const uncached = [request([1000, 0, 0]), request([1050, 0, 0])]
  expect(micro(costOfAdding(cut(400), 400, uncached))).toBe(400)
})

test('a miss costs a turn and the cut run, or the whole output again', () => {
  const requests = [request([1000, 0, 0]), request([5000, 1000, 0]), request([5000, 5000, 0])]
  const saved = savedBy(cut(2000, { miss: { block: 300, whole: 2500 } }), requests)
  // The turn: 5,000 cached and 100 of output. Carried: once in full, once cached.
  const turn = 500 + 500
  expect(micro(saved.high)).toBe(2000 + 200)
  expect(micro(saved.middle)).toBe(2200 - 330 - turn)
  expect(micro(saved.low)).toBe(2200 - 2750 - turn)
})

describe('over all sessions', () => {
  const growth = fc.array(
    fc.record({
      said: fc.integer({ min: 1, max: 500 }),
      outputs: fc.integer({ min: 0, max: 20_000 }),
    }),
    { minLength: 2, maxLength: 30 },
  )

  /** A client that caches everything: each request reads the one before and writes what is new. */
  const cachedSession = (turns: readonly { said: number; outputs: number }[]) => {
    const requests: SessionRequest[] = []
    let input = 5000
    let cached = 0
    for (const { said, outputs } of turns) {
      requests.push(request([input, cached, input - cached], said))
      cached = input
      input += said + outputs
    }
    return requests
  }

  test('the sum over turns equals the closed form: written once, read in every later request', () => {
    fc.assert(
      fc.property(
        growth,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (turns, at, part) => {
          const requests = cachedSession(turns)
          const after = at % requests.length
          const tokens = Math.floor((turns[after]?.outputs ?? 0) * part)
          const later = requests.length - after - 1
          const closed =
            later === 0 ? 0 : tokens * (PRICES.cacheWrite + (later - 1) * PRICES.cacheRead)
          for (const count of [costOfCarrying, costOfAdding]) {
            const summed = count({ after, offset: 0 }, tokens, requests) * 1e6
            expect(Math.abs(summed - closed)).toBeLessThan(1e-6 * Math.max(1, closed))
          }
        },
      ),
    )
  })

  test('outputs side by side add up to one of their length, and all of a session is never more than it cost', () => {
    fc.assert(
      fc.property(growth, fc.nat(), fc.nat(), (turns, at, split) => {
        const requests = cachedSession(turns)
        const after = at % requests.length
        const { outputs = 0 } = turns[after] ?? {}
        const first = outputs === 0 ? 0 : split % outputs
        const whole = costOfCarrying({ after, offset: 0 }, outputs, requests)
        const parts =
          costOfCarrying({ after, offset: 0 }, first, requests) +
          costOfCarrying({ after, offset: first }, outputs - first, requests)
        expect(Math.abs(whole - parts)).toBeLessThan(1e-9)
        const all = turns.reduce(
          (sum, turn, i) => sum + costOfCarrying({ after: i, offset: 0 }, turn.outputs, requests),
          0,
        )
        expect(all).toBeLessThanOrEqual(costOfSession(requests))
      }),
    )
  })
})

test('the next request has the output, however small it is', () => {
  const requests = [request([9000, 0, 0]), request([1000, 0, 0]), request([1200, 0, 0])]
  expect(micro(costOfAdding(cut(100), 100, requests))).toBe(200)
})
