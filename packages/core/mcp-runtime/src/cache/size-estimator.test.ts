import { expect, test } from 'vitest'
import { estimateSize } from './size-estimator.js'

test('text costs two bytes a character', () => {
  expect(estimateSize('a'.repeat(1000))).toBe(2016)
})

test.each([
  ['number', 1, 8],
  ['undefined', undefined, 8],
  ['bigint', 2n ** 800n, 125],
  ['buffer', Buffer.alloc(1000), 1024],
  ['array buffer', new ArrayBuffer(500), 524],
  ['typed array', new Float64Array(10), 104],
  ['array', [1, 2], 56],
  ['object', { a: 'xx' }, 60],
  ['map', new Map([['k', 1]]), 66],
  ['set', new Set([1, 2, 3]), 72],
  ['date', new Date(0), 24],
])('%s', (_, value, expected) => {
  expect(estimateSize(value)).toBe(expected)
})

test('a shared object counts once, and a cycle ends', () => {
  const shared = { text: 'x'.repeat(1000) }
  expect(estimateSize([shared, shared])).toBeLessThan(2200)
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  expect(estimateSize(cycle)).toBe(40)
})

test('depth costs no stack', () => {
  let deep: unknown = 0
  for (let i = 0; i < 200_000; i++) deep = [deep]
  expect(estimateSize(deep)).toBeGreaterThan(200_000)
})
