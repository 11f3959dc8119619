import { expect, test } from 'vitest'
import { rangeOf } from './narrow-read.js'

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('one range with a margin holds what is wanted', () => {
  expect(rangeOf(lines(590, 613), 1200)).toEqual({ offset: 570, limit: 64 })
  expect(rangeOf([...lines(500, 510), ...lines(600, 610)], 1200)).toEqual({
    offset: 480,
    limit: 151,
  })
})

// Nearly every answer keeps the first and the last lines of a file, so no read was narrowed any more.
test("a file's first and last lines, kept to place the rest, do not stretch it", () => {
  expect(rangeOf([...lines(1, 5), ...lines(590, 613), 1199, 1200], 1200)).toEqual({
    offset: 570,
    limit: 64,
  })
})

test('a long piece at either end is wanted for its own sake', () => {
  expect(rangeOf([...lines(1, 40), ...lines(590, 613)], 1200)).toBeUndefined()
  expect(rangeOf(lines(1, 40), 1200)).toEqual({ offset: 1, limit: 60 })
  expect(rangeOf([...lines(1, 5), ...lines(1170, 1200)], 1200)).toEqual({ offset: 1150, limit: 51 })
})

test('nothing but ends, or most of the file, is not a range', () => {
  expect(rangeOf([1, 2, 1200], 1200)).toBeUndefined()
  expect(rangeOf(lines(300, 800), 1200)).toBeUndefined()
})
