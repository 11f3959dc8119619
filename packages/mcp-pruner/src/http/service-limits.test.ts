import { expect, test } from 'vitest'
import { exceeds } from './service-limits.js'

test.each([
  ['bytes', 10, 'x'.repeat(10), false],
  ['bytes', 10, 'x'.repeat(11), true],
  ['bytes', 10, 'é'.repeat(5), false],
  ['bytes', 10, 'é'.repeat(6), true],
  ['bytes', 9, '漢'.repeat(3), false],
  ['bytes', 8, '漢'.repeat(3), true],
  ['chars', 10, '漢'.repeat(10), false],
  ['chars', 10, '漢'.repeat(11), true],
] as const)('%s, at most %i: %s', (unit, max, text, isTooLong) => {
  expect(exceeds(text, { unit, max })).toBe(isTooLong)
})
