import { expect, test } from 'vitest'
import { Answer, isId } from './message.js'

test.each([
  ['', true],
  ['a', true],
  [0, true],
  [-1, true],
  [1.5, true],
  [Number.MAX_SAFE_INTEGER, true],
  [Number.MAX_SAFE_INTEGER + 1, false],
  [Number.POSITIVE_INFINITY, false],
  [Number.NaN, false],
  [null, false],
  [true, false],
  [{}, false],
])('%j as an id', (id, isOne) => {
  expect(isId(id)).toBe(isOne)
})

test("an answer's text is byte for byte that of its line", () => {
  expect(new Answer({ a: 1 }, '{"a": 1.0}').text).toBe('{"a": 1.0}')
  expect(new Answer({ a: 1 }).text).toBe('{"a":1}')
  expect(new Answer(null, '{"a":{"b":1,"b":2}}').structure).toMatchObject({
    levels: 2,
    hasDuplicateNames: true,
  })
})
