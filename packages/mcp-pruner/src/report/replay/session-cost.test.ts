// Worked out by hand: output counts five times, a cached token a tenth, a written one a quarter more.
import { expect, test } from 'vitest'
import { CostMeter } from './session-cost.js'

const request = (inputTokens: number, cached: number, written: number, outputTokens = 0) => ({
  inputTokens,
  cachedInputTokens: cached,
  cacheWriteTokens: written,
  outputTokens,
})

test('a session without usage has no cost', () => {
  expect(new CostMeter().cost).toBeUndefined()
})

test('usage of nothing but zeros is no cost either: no share of it can be told', () => {
  const meter = new CostMeter()
  meter.request(request(0, 0, 0))
  meter.spare(400)
  meter.request(request(0, 0, 0))
  expect(meter.cost).toBeUndefined()
})

test('what is spared is spared in full once and then at the share that was cached', () => {
  const meter = new CostMeter()
  meter.request(request(1000, 0, 0, 10)) // 1000 + 50
  meter.spare(400)
  meter.request(request(2000, 1000, 1000)) // 100 + 1250; spared 400 × 1.25
  meter.request(request(2000, 2000, 0)) // 200; spared 400 × 0.1
  meter.request(request(2000, 0, 0)) // 2000; the cache was lost: spared 400
  expect(meter.cost).toEqual({ recorded: 4600, pruned: 4600 - 500 - 40 - 400 })
})

test('after a compaction the old outputs are gone for both', () => {
  const meter = new CostMeter()
  meter.request(request(1000, 0, 0))
  meter.spare(100)
  meter.request(request(4000, 0, 0))
  meter.request(request(1000, 0, 0))
  expect(meter.cost).toEqual({ recorded: 6000, pruned: 5900 })
})

test('a miss costs the conversation from the cache and the lines had back', () => {
  const meter = new CostMeter()
  meter.request(request(5000, 0, 0))
  meter.extraTurn()
  meter.spare(-200)
  meter.request(request(6000, 0, 0))
  expect(meter.cost).toEqual({ recorded: 11_000, pruned: 11_000 + 500 + 200 })
})
