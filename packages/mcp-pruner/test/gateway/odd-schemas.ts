// Structured answers with schemas of every kind: closed and open, with fixed values, lengths, branches, references.
import type { OddAnswer } from './odd-answers.js'

type Schema = Record<string, unknown>

const string = { type: 'string' }
const integer = { type: 'integer' }
const closed = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const many = (items: unknown, more: Schema = {}): Schema => ({ type: 'array', items, ...more })
const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const words = (i: number, count: number): string =>
  times(count, (n) => ['alpha', 'beta', 'gamma', 'delta', 'queue'][(i + n * 3) % 5]).join(' ')

interface Family {
  readonly schema: (size: number) => Schema
  readonly value: (size: number, needle: string) => unknown
  readonly isStubborn?: boolean
  readonly least?: number
}

const record = (i: number) => ({ id: i, name: words(i, 4), state: i % 2 ? 'on' : 'off' })
const recordsWith = (size: number, needle: string) =>
  times(size, (i) =>
    i === size >> 1 ? { ...record(i), name: `the ${needle} is here` } : record(i),
  )
const recordSchema = closed({ id: integer, name: string, state: { enum: ['on', 'off'] } })
const node = (depth: number, i = 0): Schema => ({
  name: words(i, 3),
  children: depth === 0 ? [] : times(3, (n) => node(depth - 1, n)),
})

const FAMILIES: Readonly<Record<string, Family>> = {
  open: {
    schema: () => ({
      type: 'object',
      properties: { rows: many({ type: 'object' }) },
      required: ['rows'],
    }),
    value: (size, needle) => ({
      rows: times(size, (i) => ({ ...record(i), ...(i === size >> 1 && { note2: needle }) })),
    }),
  },
  closedRows: {
    schema: () => closed({ rows: many(recordSchema), total: integer }),
    value: (size, needle) => ({
      rows: times(size, (i) => (i === size >> 1 ? { ...record(i), name: needle } : record(i))),
      total: size,
    }),
  },
  closedStrings: {
    schema: () => closed({ names: many(string) }),
    value: (size, needle) => ({
      names: times(size, (i) => (i === size >> 1 ? needle : words(i, 6))),
    }),
  },
  atMost: {
    schema: (size) => closed({ names: many(string, { maxItems: size }) }),
    value: (size) => ({ names: times(size, (i) => words(i, 6)) }),
  },
  exactly: {
    schema: (size) => closed({ names: many(string, { minItems: size, maxItems: size }) }),
    value: (size) => ({ names: times(size, (i) => words(i, 40)) }),
    isStubborn: true,
  },
  meant: {
    schema: () =>
      closed({
        version: { const: '1' },
        at: { type: 'string', format: 'date-time' },
        key: { type: 'string', pattern: '^[a-f0-9]{8}$' },
        body: string,
        owner: { type: ['string', 'null'] },
      }),
    value: (size) => ({
      version: '1',
      at: '2026-01-01T00:00:00Z',
      key: 'abcdef01',
      body: words(1, size * 9),
      owner: null,
    }),
  },
  tree: {
    schema: () => ({
      $defs: { node: closed({ name: string, children: many({ $ref: '#/$defs/node' }) }) },
      type: 'object',
      $ref: '#/$defs/node',
    }),
    value: (size) => node(Math.min(7, 1 + Math.floor(Math.log2(size + 1)))),
    // A chain of its first children.
    least: 1300,
  },
  branches: {
    schema: () => ({
      type: 'object',
      oneOf: [
        closed({ kind: { const: 'rows' }, rows: many(recordSchema) }),
        closed({ kind: { const: 'error' }, message: string }),
      ],
    }),
    value: (size, needle) => ({ kind: 'rows', rows: recordsWith(size, needle) }),
  },
  map: {
    schema: () => ({ type: 'object', additionalProperties: closed({ id: integer, name: string }) }),
    value: (size, needle) =>
      Object.fromEntries(
        times(size, (i) => [
          `k${i}`,
          { id: i, name: i === size >> 1 ? `the ${needle} is here` : words(i, 5) },
        ]),
      ),
  },
  closedMap: {
    schema: () => closed({ byId: { type: 'object', additionalProperties: string } }),
    value: (size, needle) => ({
      byId: Object.fromEntries(
        times(size, (i) => [`k${i}`, i === size >> 1 ? `the ${needle} is here` : words(i, 6)]),
      ),
    }),
  },
  table: {
    schema: () =>
      closed({ columns: many(string), rows: many(many({ type: ['string', 'integer', 'null'] })) }),
    value: (size) => ({
      columns: ['id', 'name', 'none'],
      rows: times(size, (i) => [i, words(i, 4), null]),
    }),
  },
  numbers: {
    schema: () => closed({ values: many({ type: 'number' }) }),
    value: (size) => ({ values: times(size * 9, (i) => i * 1000) }),
    isStubborn: true,
  },
  numberRows: {
    schema: () => closed({ rows: many(closed({ x: integer, y: integer })), label: string }),
    value: (size) => ({ rows: times(size * 3, (i) => ({ x: i, y: -i })), label: 'points' }),
    isStubborn: true,
  },
  unevaluated: {
    schema: () => ({
      type: 'object',
      allOf: [{ properties: { rows: many(recordSchema) } }],
      properties: { title: string },
      unevaluatedProperties: false,
    }),
    value: (size, needle) => ({ title: 'all of them', rows: recordsWith(size, needle) }),
  },
  tuple: {
    schema: () =>
      closed({
        pair: { type: 'array', prefixItems: [integer, string, many(string)], items: false },
      }),
    value: (size) => ({ pair: [1, words(1, size * 5), times(size, (i) => words(i, 4))] }),
  },
  shortest: {
    schema: (size) =>
      closed({
        body: { type: 'string', minLength: size * 20, maxLength: size * 60 },
        rest: many(string),
      }),
    value: (size) => ({ body: 'b'.repeat(size * 40), rest: times(size, (i) => words(i, 5)) }),
    isStubborn: true,
  },
  // Values that are not objects came with 2026-07-28.
  listItself: {
    schema: () => many(recordSchema),
    value: (size, needle) =>
      times(size, (i) => (i === size >> 1 ? { ...record(i), name: needle } : record(i))),
  },
  stringsThemselves: {
    schema: () => many(string),
    value: (size, needle) => times(size, (i) => (i === size >> 1 ? needle : words(i, 6))),
  },
  emptyToo: {
    schema: () =>
      closed({
        found: many(recordSchema),
        failed: many(string),
        next: { type: ['string', 'null'] },
      }),
    value: (size, needle) => ({ found: recordsWith(size, needle), failed: [], next: null }),
  },
  // The longest string has no room for a mark.
  bounded: {
    schema: () =>
      closed({
        rows: many(closed({ id: integer, name: { ...string, maxLength: 40 }, by: string })),
      }),
    value: (size, needle) => ({
      rows: recordsWith(size, needle).map(({ id, name }) => ({ id, name, by: 'me' })),
    }),
  },
  grouped: {
    schema: () => closed({ files: many(closed({ path: string, matches: many(recordSchema) })) }),
    value: (size, needle) => ({
      files: times(3, (i) => ({
        path: `src/${i}`,
        matches: i === 1 ? recordsWith(size, needle) : times(size, record),
      })),
    }),
  },
}

export function schemaAnswers(sizes: readonly number[]): readonly OddAnswer[] {
  return Object.entries(FAMILIES).flatMap(
    ([family, { schema, value, isStubborn = false, least }]) =>
      sizes.flatMap((size): OddAnswer[] => {
        const needle = `zebra${size}`
        const structuredContent = value(size, needle)
        const json = JSON.stringify(structuredContent)
        const copy = { content: [{ type: 'text', text: json }], structuredContent }
        const other = { content: [{ type: 'text', text: `${size} found` }], structuredContent }
        const common = {
          schema: schema(size),
          isStubborn,
          ...(least && { least }),
          ...(json.includes(needle) && { needle }),
        }
        return [
          { tool: `s_${family}_${size}_copy`, text: JSON.stringify(copy), ...common },
          { tool: `s_${family}_${size}_other`, text: JSON.stringify(other), ...common },
        ]
      }),
  )
}
