import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactNumber, parseExactJson, plainJson, printJson } from './exact-json.js'

test.each([
  '{"id":1234567890123456789,"n":7}',
  '[1.50,2.0,1e400,-0,0.1,12345678901234567890.123,1E5]',
  '{"a":{"__proto__":[1e3]},"t":"1234567890123456789","e":"a\\"1e3\\\\"}',
  '3.00',
])('%s is printed as it was read', (text) => {
  expect(printJson(parseExactJson(text))).toBe(text)
})

test('numbers that are written the same stay ordinary numbers', () => {
  const value = parseExactJson('{"a":12,"b":-0.5,"c":12345678901234567890}') as {
    a: unknown
    b: unknown
    c: unknown
  }
  expect(value.a).toBe(12)
  expect(value.b).toBe(-0.5)
  expect(value.c).toBeInstanceOf(ExactNumber)
  expect(plainJson(value)).toEqual({ a: 12, b: -0.5, c: 12345678901234567000 })
})

test('any JSON is read as the native parser reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, space) => {
      const text = JSON.stringify([value, 'suspect 1234567890123456'], null, space)
      expect(plainJson(parseExactJson(text))).toEqual(JSON.parse(text))
      expect(printJson(parseExactJson(text), undefined, space)).toBe(text)
    }),
    { numRuns: 500, seed: 3 },
  )
})

test('nesting deeper than the stack is read', () => {
  const deep = `${'['.repeat(2000)}1e3${']'.repeat(2000)}`
  expect(printJson(parseExactJson(deep))).toBe(deep)
})

test.each(['', '{', '[1,]', '01', 'nul'])('%j is not JSON', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError)
})
