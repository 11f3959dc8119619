// In one answer the only line hidden between two shown ones was the answer.
import { expect, test } from 'vitest'
import { fillGaps } from './fill-gaps.js'

const filled = (kept: readonly number[], tokens: readonly number[], room = 1000) =>
  fillGaps(Uint8Array.from(kept), {
    tokens: Float32Array.from(tokens),
    repeats: new Int32Array(kept.length),
    room,
  }).join('')

test('a gap of one line is filled, unless the line is a long one', () => {
  expect(filled([1, 0, 1], [9, 30, 9])).toBe('111')
  expect(filled([1, 0, 1], [9, 300, 9])).toBe('101')
})
test('a gap of two lines is filled where they are short', () => {
  expect(filled([1, 0, 0, 1], [9, 6, 6, 9])).toBe('1111')
  expect(filled([1, 0, 0, 1], [9, 40, 40, 9])).toBe('1001')
})
test('longer gaps, and the ends of a text, stay cut', () => {
  expect(filled([1, 0, 0, 0, 1, 0], [1, 1, 1, 1, 1, 1])).toBe('100010')
  expect(filled([0, 1, 0], [1, 1, 1])).toBe('010')
})
test('no more is filled than the bound has room for', () => {
  expect(filled([1, 0, 1, 0, 1], [9, 20, 9, 20, 9], 25)).toBe('11101')
})
test('after a long run of shown lines, gaps of up to three lines are filled', () => {
  const run = Array.from({ length: 20 }, () => 1)
  const cost = [...run.map(() => 9), 40, 40, 9]
  expect(filled([...run, 0, 0, 1], cost)).toBe('1'.repeat(23))
  expect(filled([...run.slice(1), 0, 0, 1], cost.slice(1))).toBe(`${'1'.repeat(19)}001`)
  const third = [...run.map(() => 9), 20, 20, 20, 9]
  expect(filled([...run, 0, 0, 0, 1], third)).toBe('1'.repeat(24))
})
test('a run counts from its own first line', () => {
  const kept = [...Array.from({ length: 20 }, () => 1), 0, 0, 0, 0, 1, 0, 0, 1]
  const tokens = kept.map(() => 30)
  expect(filled(kept, tokens)).toBe(kept.join(''))
})
