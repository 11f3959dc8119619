import { expect, test } from 'vitest'
import { readSince, sinceOf } from './time-span.js'

const NOW = new Date(2026, 10, 18, 5).getTime()
const HOUR = 3_600_000

test.each([
  ['24h', NOW - 24 * HOUR],
  ['7d', NOW - 7 * 24 * HOUR],
  ['2w', NOW - 14 * 24 * HOUR],
  ['2026-11-01', new Date(2026, 10, 1).getTime()],
  ['2024-02-29', new Date(2024, 1, 29).getTime()],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-11-31', undefined],
  ['7', undefined],
  ['7m', undefined],
  ['-7d', undefined],
  ['', undefined],
])('%s', (value, at) => {
  expect(sinceOf(value, NOW)).toBe(at)
})

test('what cannot be read is refused with what can', () => {
  expect(readSince(undefined)).toBeUndefined()
  expect(() => readSince('soon')).toThrow(/2026-11-01.*24h, 7d or 4w/)
})
