import { expect, test } from 'vitest'
import { paysForMisses } from './read-policy.js'

test('a read is cut where the saving is larger than the turns that missing lines cost', () => {
  // Half a line is expected to be missing: half a turn, some 500 tokens.
  expect(paysForMisses(1999, 0.5)).toBe(false)
  expect(paysForMisses(2000, 0.5)).toBe(true)
  expect(paysForMisses(40_000, 2.3)).toBe(true)
  expect(paysForMisses(1)).toBe(true)
})
