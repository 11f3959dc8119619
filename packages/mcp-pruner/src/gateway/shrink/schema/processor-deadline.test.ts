import { expect, test } from 'vitest'
import { deadlineLeft } from './schema-thread.js'

test.each([
  ['used it all', { processorMs: 3000, elapsedMs: 3000 }, 0],
  ['used a little less', { processorMs: 2990.5, elapsedMs: 3000 }, 10],
  ['ran beside others', { processorMs: 4000, elapsedMs: 1000 }, 2000],
  ['hardly had a turn', { processorMs: 400, elapsedMs: 3000 }, 2600],
  ['hardly had a turn for a long time', { processorMs: 1200, elapsedMs: 8000 }, 1000],
  ['hardly had a turn for far too long', { processorMs: 1200, elapsedMs: 9000 }, 0],
])('of 3 s, a thread that %s', (_, times, left) => {
  expect(deadlineLeft(3000, times)).toBe(left)
})
