import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Backoff } from './backoff.js'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

test('waits twice as long with every loss in a row, at most 30 seconds', () => {
  const backoff = new Backoff()
  const waits = Array.from({ length: 11 }, () => backoff.next())
  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
})

test.each([
  [30_000, 200],
  [30_001, 100],
])('after %i ms up it waits %i ms', (up, wait) => {
  const backoff = new Backoff()
  backoff.next()
  backoff.connected()
  vi.advanceTimersByTime(up)
  expect(backoff.next()).toBe(wait)
})
