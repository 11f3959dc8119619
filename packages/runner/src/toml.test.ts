import * as fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { type TomlValue, toml } from './toml.js'

const readBack = (value: TomlValue) =>
  parse(`value = ${toml(value)}`, { integersAsBigInt: true })['value']

// Any UTF-16 string without lone surrogates, which TOML cannot represent.
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      '\\',
      "'",
      '\n',
      '\r',
      '\t',
      '\0',
      '\x1b',
      '=',
      '.',
      '#',
      '[',
      '{',
      '\u2028',
      '\x7f',
      '\x85',
      'é',
      '𝒳',
      'u',
      'U',
      ' ',
    ),
  }),
)

const anyValue = fc.letrec<{ value: TomlValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyString,
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      anyString.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value

describe('toml', () => {
  test('any value survives a TOML parser', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(JSON.stringify(readBack(value), bigintText)).toBe(JSON.stringify(value, bigintText))
      }),
      { numRuns: 3_000 },
    )
  })

  test('any value stays on one line without control characters, so that it can be an argument', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(toml(value)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
    )
  })

  test.each([
    ['say "hi"', String.raw`"say \"hi\""`],
    ['C:\\dir', String.raw`"C:\\dir"`],
    ['a=b\nc', String.raw`"a=b\nc"`],
    ['bell\x07', String.raw`"bell\u0007"`],
    ['lone \ud800 half', '"lone \ufffd half"'],
  ])('%j is written %s', (value, written) => {
    expect(toml(value)).toBe(written)
  })

  test('a key is quoted when it is not bare', () => {
    expect(toml({ plain_KEY: 'a', 'dotted.key': 'b', '': 'c' })).toBe(
      '{plain_KEY="a","dotted.key"="b",""="c"}',
    )
  })
})

const bigintText = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
