import { expect, test } from 'vitest'
import { shortUnits, unitsOf, unitsOneByOne } from './units.js'

test.each([
  { text: '', units: [] },
  { text: 'if (a)\n', units: [105, 102, 32, 40, 97, 41, 10] },
  { text: 'née', units: [110, 233, 101] },
  { text: '日本', units: [26_085, 26_412] },
  { text: '😀', units: [55_357, 56_832] },
  // Half of a pair: an encoder would write something else in its place.
  { text: 'a\ud83d', units: [97, 55_357] },
  { text: 'a\0b', units: [97, 0, 98] },
])('the units of $text', ({ text, units }) => {
  expect([...unitsOf(text)]).toEqual(units)
  expect([...unitsOneByOne(text)]).toEqual(units)
  expect([...shortUnits(text).subarray(0, text.length)]).toEqual(units)
})

test.each([
  `${'a'.repeat(32_767)}😀${'é'.repeat(40_000)}`,
  'é日😀\ud83d'.repeat(20_000),
  'b'.repeat(70_000),
])('the units of a long text %#', (text) => {
  const units = unitsOf(text)
  expect(units.length).toBe(text.length)
  expect(units.findIndex((unit, at) => unit !== text.charCodeAt(at))).toBe(-1)
})

test('a text that is not short', () => {
  expect([...shortUnits('ab'.repeat(700)).subarray(1395)]).toEqual([98, 97, 98, 97, 98])
})
