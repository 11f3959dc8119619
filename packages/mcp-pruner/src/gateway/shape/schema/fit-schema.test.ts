import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../rpc/message.js'
import { fitSchema } from './fit-schema.js'
import { validatorFor } from './validator.js'

const cut = (text: string, maxChars: number) => text.slice(0, maxChars)
const bytes = (value: unknown) => JSON.stringify(value).length

function fit(value: Fields, schema: Fields, maxBytes = 300, notes: Fields[] = []) {
  return fitSchema(value, schema, {
    maxItems: 10,
    maxChars: 50,
    maxDepth: 20,
    cutText: cut,
    notes,
    fits: (candidate) => bytes(candidate) < maxBytes,
  })
}

const list = (items: Fields, more: Fields = {}): Fields => ({
  type: 'object',
  properties: { list: { type: 'array', items, ...more } },
  required: ['list'],
})
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('what a schema demands is kept', () => {
  test.each<[string, Fields, Fields, Fields]>([
    [
      'items down to the limit',
      { list: numbers(500) },
      list({ type: 'integer' }),
      { list: numbers(10) },
    ],
    [
      'no fewer than minItems',
      { list: numbers(500) },
      list({ type: 'integer' }, { minItems: 30 }),
      { list: numbers(30) },
    ],
    [
      'strings',
      { s: 'a'.repeat(900) },
      { properties: { s: { type: 'string' } } },
      { s: 'a'.repeat(50) },
    ],
    [
      'a pattern',
      { s: `${'A'.repeat(90)}-1` },
      { properties: { s: { type: 'string', pattern: '^A+-1$' } } },
      { s: `${'A'.repeat(90)}-1` },
    ],
    [
      'a constant',
      { s: 'c'.repeat(90) },
      { properties: { s: { const: 'c'.repeat(90) } } },
      { s: 'c'.repeat(90) },
    ],
    [
      'a nested minimum behind $ref and allOf',
      { a: { b: numbers(400) } },
      {
        $defs: { b: { type: 'array', minItems: 12 } },
        properties: { a: { allOf: [{ properties: { b: { $ref: '#/$defs/b' } } }] } },
      },
      { a: { b: numbers(12) } },
    ],
    [
      'the branch of a union',
      { x: { kind: 'b', list: numbers(400) } },
      {
        properties: {
          x: {
            oneOf: [
              { properties: { kind: { const: 'a' } } },
              {
                properties: { kind: { const: 'b' }, list: { type: 'array', minItems: 11 } },
                required: ['kind', 'list'],
              },
            ],
          },
        },
      },
      { x: { kind: 'b', list: numbers(11) } },
    ],
  ])('%s', (_, value, schema, expected) => {
    expect(validatorFor(schema)(value)).toBe(true)
    expect(fit(value, schema)).toEqual({ value: expected, fits: true })
  })

  test('required members stay when optional ones must go', () => {
    const schema = { properties: { keep: { type: 'string' } }, required: ['keep'] }
    const value = {
      keep: 'k',
      ...Object.fromEntries(numbers(400).map((n) => [`m${n}`, 'optional'])),
    }
    const { value: fitted, fits } = fit(value, schema)
    expect(fits).toBe(true)
    expect(fitted).toHaveProperty('keep', 'k')
  })

  test('a note is added where the schema allows it, and overwrites nothing', () => {
    const open = fit({ list: numbers(99) }, list({ type: 'integer' }), 300, [{ artifactRef: 'r' }])
    expect(open.value).toHaveProperty('artifactRef', 'r')
    const closed = fit(
      { list: numbers(99) },
      { ...list({ type: 'integer' }), additionalProperties: false },
      300,
      [{ artifactRef: 'r' }],
    )
    expect(closed.value).not.toHaveProperty('artifactRef')
    const taken = fit({ artifactRef: 'mine', list: numbers(99) }, list({ type: 'integer' }), 300, [
      { artifactRef: 'r' },
    ])
    expect(taken.value).toHaveProperty('artifactRef', 'mine')
  })

  test('items that must differ are not cut to the same text', () => {
    const value = { list: numbers(8).map((n) => `${'same '.repeat(40)}${n}`) }
    const schema = list({ type: 'string' }, { uniqueItems: true, minItems: 8 })
    const { value: fitted } = fit(value, schema)
    expect(validatorFor(schema)(fitted)).toBe(true)
  })

  test('when nothing valid is small enough, the smallest that was found', () => {
    const schema = list({ type: 'integer' }, { minItems: 400 })
    expect(fit({ list: numbers(900) }, schema)).toEqual({
      value: { list: numbers(400) },
      fits: false,
    })
  })
})

/** A schema and a value that is valid for it. */
const typed: fc.Arbitrary<{ schema: Fields; value: unknown }> = fc.letrec<{
  node: { schema: Fields; value: unknown }
}>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.string({ maxLength: 400 }).map((value) => ({
      schema: { type: 'string', minLength: Math.min(3, Array.from(value).length) },
      value,
    })),
    fc.constantFrom('low', 'high').map((value) => ({ schema: { enum: ['low', 'high'] }, value })),
    fc.integer().map((value) => ({ schema: { type: 'integer' }, value })),
    fc
      .tuple(tie('node'), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 12 }))
      .map(([item, count, least]) => ({
        schema: { type: 'array', items: item.schema, minItems: Math.min(least, count) },
        value: Array.from({ length: count }, () => item.value),
      })),
    fc
      .tuple(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('node'), { maxKeys: 6 }),
        fc.boolean(),
      )
      .map(([members, isClosed]) => {
        const names = Object.keys(members)
        return {
          schema: {
            type: 'object',
            properties: Object.fromEntries(names.map((name) => [name, members[name]?.schema])),
            required: names.filter((_, i) => i % 2 === 0),
            ...(isClosed && { additionalProperties: false }),
          },
          value: Object.fromEntries(names.map((name) => [name, members[name]?.value])),
        }
      }),
  ),
})).node

test('whatever the schema, the value stays valid and does not grow', () => {
  fc.assert(
    fc.property(typed, fc.integer({ min: 20, max: 2000 }), ({ schema, value }, maxBytes) => {
      const root = {
        type: 'object',
        properties: { root: schema },
        required: ['root'],
        additionalProperties: false,
      }
      const isValid = validatorFor(root)
      fc.pre(isValid({ root: value }))
      const { value: fitted, fits } = fit({ root: value }, root, maxBytes)
      expect(isValid(fitted)).toBe(true)
      expect(bytes(fitted)).toBeLessThanOrEqual(bytes({ root: value }))
      expect(fits).toBe(bytes(fitted) < maxBytes)
    }),
    { numRuns: 300 },
  )
})
