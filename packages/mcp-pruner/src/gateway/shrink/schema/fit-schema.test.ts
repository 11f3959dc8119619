import { RESPONSE_PROFILES } from '@jeeves/contracts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../../rpc/message.js'
import { type Fit, fitSchema } from './fit-schema.js'
import { validatorFor } from './validator.js'

const REF = 'ax://tool/rows.0123456789ABCDEF'
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

const LIMITS = { ...RESPONSE_PROFILES['claude-safe'], maxStringLength: 200, maxJsonDepth: 20 }
const MANY = Number.MAX_SAFE_INTEGER
const UNLIMITED = { ...LIMITS, maxArrayItems: MANY, maxStringLength: MANY }

const fit = (
  value: Fields,
  schema: Fields,
  maxBytes = 900,
  chosen?: ReadonlySet<number>,
  limits = LIMITS,
): Fit =>
  fitSchema({
    ...(chosen && { chosen }),
    value,
    schema,
    withTexts: false,
    ref: REF,
    limits,
    maxBytes,
    isSentTwice: false,
  })
const valueOf = (found: Fit): Fields => (found.how === 'invalid' ? {} : (found.value as Fields))

const list = (items: Fields, more: Fields = {}): Fields => ({
  type: 'object',
  properties: { list: { type: 'array', items, ...more } },
  required: ['list'],
})
const closed = (schema: Fields): Fields => ({ ...schema, additionalProperties: false })
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('cuts are marked in the value', () => {
  test('as members, where the schema allows others', () => {
    const found = fit({ list: numbers(500) }, list({ type: 'integer' }))
    expect(found).toEqual({
      how: 'noted',
      value: {
        list: numbers(10),
        artifactRef: REF,
        truncated: true,
        count: 500,
        note: `⟦mcp-pruner: only 10 of 500 items of /list shown; the whole: artifact_read ${REF}⟧`,
      },
    })
  })

  test('members of the tool are never overwritten', () => {
    const value = { artifactRef: 'mine', list: numbers(99).map(String) }
    const found = valueOf(fit(value, list({ type: 'string' })))
    expect(found).toHaveProperty('artifactRef', 'mine')
    expect(JSON.stringify(found)).toContain(REF)
  })

  test('in a string beside it, if the cut part has no free string', () => {
    const ids = { type: 'array', items: { type: 'string', pattern: '^id-' } }
    const properties = { ids, page: { type: 'object', properties: { title: { type: 'string' } } } }
    const schema = closed({ type: 'object', properties, required: ['ids', 'page'] })
    const value = { ids: numbers(500).map((i) => `id-${i}`), page: { title: 'all of them' } }
    expect(fit(value, schema)).toEqual({
      how: 'noted',
      value: {
        ids: value.ids.slice(0, 10),
        page: {
          title: `all of them ⟦mcp-pruner: only 10 of 500 items of /ids shown; the whole: artifact_read ${REF}⟧`,
        },
      },
    })
  })

  test('as one more item of a list of strings in a closed object', () => {
    const found = fit({ list: numbers(99).map(String) }, closed(list({ type: 'string' })))
    expect(found.how).toBe('noted')
    const items = valueOf(found)['list'] as string[]
    expect(items.slice(0, 10)).toEqual(numbers(10).map(String))
    expect(items[10]).toMatch(/^⟦mcp-pruner: .*10 of 99.*ax:\/\/tool\/rows/)
  })

  test('in a free string of the last item, never in one that means what it is', () => {
    const item = closed({
      type: 'object',
      properties: { id: { type: 'string', pattern: '^r[0-9]+$' }, name: { type: 'string' } },
      required: ['id', 'name'],
    })
    const rows = numbers(50).map((n) => ({ id: `r${n}`, name: `row ${n}` }))
    const found = fit({ list: rows }, closed(list(item)))
    expect(found.how).toBe('noted')
    const shown = valueOf(found)['list'] as typeof rows
    expect(shown.slice(0, -1)).toEqual(rows.slice(0, shown.length - 1))
    expect(shown.at(-1)?.name).toMatch(/^row \d+ ⟦mcp-pruner: .* of 50.*artifact_read ax:/)
    expect(shown.at(-1)?.id).toMatch(/^r\d+$/)
  })

  test('a cut string ends with how long it was', () => {
    const schema = closed({ type: 'object', properties: { s: { type: 'string' } } })
    const found = valueOf(fit({ s: 'a'.repeat(9000) }, schema))
    expect(found['s']).toMatch(/^a+ ⟦mcp-pruner: .*ax:\/\/tool/)
  })
})

test.each([
  ['a list', numbers(60).map((i) => `item ${i}`), list({ type: 'string' })],
  [
    'a map',
    Object.fromEntries(numbers(60).map((i) => [`k${i}`, `item ${i}`])),
    { type: 'object', properties: { list: { type: 'object' } } },
  ],
])('what a question chose of %s is shown, wherever it stands', (_, chosenFrom, schema) => {
  // The first ten were looked at only, since no more are shown.
  const found = fit({ list: chosenFrom }, schema, 900, new Set([42]))
  expect(found.how).toBe('noted')
  expect(JSON.stringify(valueOf(found)['list'])).toContain('item 42')
})

describe('what a schema demands is kept', () => {
  test('no list is emptied, and none is cut below its minimum', () => {
    const schema = list({ type: 'object' }, { minItems: 3 })
    const rows = numbers(40).map((n) => ({ n, tags: numbers(30), text: 'x'.repeat(400) }))
    const shown = valueOf(fit({ list: rows }, schema, 1500))['list'] as typeof rows
    expect(shown.length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(shown)).not.toContain('"tags":[]')
  })

  test('sixty demanded strings share the bytes', () => {
    // The first were shown whole, and the others did not fit in what was left.
    const value = { list: numbers(60).map((i) => `${i} ${'word '.repeat(46)}`) }
    const schema = closed(list({ type: 'string' }, { minItems: 60, maxItems: 60 }))
    for (let maxBytes = 4000; maxBytes < 12_000; maxBytes += 97) {
      const found = fit(value, schema, maxBytes, undefined, UNLIMITED)
      expect(found.how).toBe('noted')
      expect(valueOf(found)['list']).toHaveLength(60)
      expect(bytes(valueOf(found))).toBeLessThan(maxBytes)
    }
  })

  test.each<[string, Fields, Fields]>([
    ['pattern', { s: `${'A'.repeat(900)}-1` }, { s: { type: 'string', pattern: '^A+-1$' } }],
    ['constant', { s: 'c'.repeat(900) }, { s: { const: 'c'.repeat(900) } }],
    ['format', { s: `https://a/${'b'.repeat(900)}` }, { s: { type: 'string', format: 'uri' } }],
  ])('a %s', (_, value, properties) => {
    expect(valueOf(fit(value, { type: 'object', properties, required: ['s'] }))).toMatchObject(
      value,
    )
  })

  test('JSON Schema 2020-12: prefixItems and unevaluatedProperties', () => {
    const schema = {
      type: 'object',
      allOf: [{ properties: { a: { type: 'array', prefixItems: [{ type: 'integer' }] } } }],
      properties: { b: { type: 'string' } },
      unevaluatedProperties: false,
    }
    expect(fit({ a: [1, 'x'], b: 'y', c: 1 }, schema)).toEqual({ how: 'invalid' })
    expect(fit({ a: ['x'] }, schema)).toEqual({ how: 'invalid' })
    const found = fit({ a: [1, ...numbers(900).map(String)], b: 'y' }, schema)
    expect(found.how).toBe('noted')
    expect(validatorFor(schema)(valueOf(found))).toBe(true)
  })

  test('when nothing valid is small enough, the smallest that was found', () => {
    const schema = closed(list({ type: 'integer' }, { minItems: 400 }))
    expect(fit({ list: numbers(900) }, schema)).toEqual({
      how: 'smallest',
      isNoted: false,
      cuts: [
        {
          path: ['list'],
          source: ['list'],
          shown: 400,
          total: 900,
          unit: 'items',
          isPrefix: true,
        },
      ],
      value: { list: numbers(400) },
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

test('whatever the schema, the value stays valid, and is whole or marked', () => {
  fc.assert(
    fc.property(typed, fc.integer({ min: 400, max: 2000 }), ({ schema, value }, maxBytes) => {
      const root = {
        type: 'object',
        properties: { root: schema },
        required: ['root'],
        additionalProperties: false,
      }
      const isValid = validatorFor(root)
      fc.pre(isValid({ root: value }))
      const found = fit({ root: value }, root, maxBytes)
      const shown = valueOf(found)
      expect(isValid(shown)).toBe(true)
      if (found.how !== 'noted') return
      expect(bytes(shown)).toBeLessThan(maxBytes)
      const isWhole = bytes(shown) === bytes({ root: value })
      expect(isWhole || JSON.stringify(shown).includes(`artifact_read ${REF}⟧`)).toBe(true)
    }),
    { numRuns: 300, seed: 11 },
  )
})
