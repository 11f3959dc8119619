// Any value, any limits: what comes out is within all of them at once.
import { RESPONSE_PROFILES, type ResponseLimits } from '@jeeves/contracts'
import { sampled } from '@jeeves/testing'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectWithin } from '../../test/expect-within-limits.js'
import { toToolResult } from './envelope.js'
import { errorResponse, listResponse, successResponse } from './helpers.js'
import { shapeValue } from './shape-value.js'

const RUNS = sampled(200, 10_500)

/** Strings with every kind of character that costs something unusual, and lengths around the limits. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '\n', '\0', '🧵', '\ud800', 'é', '漢', 'a'),
    maxLength: 60,
  }),
  fc
    .tuple(fc.constantFrom('x', '"', '🧵', '\ud83d', '\u0001', '漢x'), fc.nat(700))
    .map(([unit, count]) => unit.repeat(count)),
)

const sparse: unknown[] = []
sparse.length = 100_000

const odd = fc.oneof(
  fc.bigInt(),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom<unknown>(
    undefined,
    Number.NaN,
    -0,
    Infinity,
    Symbol('s'),
    () => 1,
    /re"g/,
    new Error('failed "badly"', { cause: { deep: [1] } }),
    Object('boxed'),
    new Uint8Array(600),
    new DataView(new ArrayBuffer(30)),
    new BigInt64Array(3),
    sparse,
    new Map<unknown, unknown>([
      [{}, 1],
      ['a', [2]],
    ]),
    { toJSON: () => ({ a: { b: { c: { d: { e: 1 } } } } }) },
    {
      toJSON() {
        throw new Error('no JSON')
      },
    },
    {
      get broken(): never {
        throw new Error('no value')
      },
      fine: 1,
    },
    new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('no keys')
        },
      },
    ),
    JSON.parse('{"__proto__": {"polluted": [1]}, "constructor": "x"}'),
    { items: Array.from({ length: 20 }, () => ({ id: 1 })), '⟦mcp-pruner: members omitted⟧': 7 },
  ),
)

const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), odd),
    fc.array(tie('value'), { maxLength: 14 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('id', 'name', 'error', 'status', '__proto__'), text),
      tie('value'),
      {
        maxKeys: 14,
      },
    ),
    fc.array(tie('value'), { maxLength: 5 }).map((items) => new Set(items)),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 6 }).map((pairs) => new Map(pairs)),
    tie('value').map((inner) => {
      const loop: Record<string, unknown> = { inner }
      loop['self'] = [loop]
      return loop
    }),
    tie('value').map((inner) => Array(30).fill(inner)),
    tie('value').map((inner) => {
      let deep: unknown = inner
      for (let i = 0; i < 80; i++) deep = i % 2 === 0 ? [deep] : { deep }
      return deep
    }),
  ),
}))

const smallLimits = fc.record({
  maxBytes: fc.integer({ min: 16, max: 3_000 }),
  maxArrayItems: fc.integer({ min: 1, max: 20 }),
  maxStringLength: fc.integer({ min: 1, max: 700 }),
  maxJsonDepth: fc.integer({ min: 1, max: 8 }),
  maxSummaryLength: fc.constant(100),
  maxLogLines: fc.constant(20),
  truncationSuffix: fc.constantFrom('...', '... [truncated]', '…', '', '"🧵"'),
})

const limits: fc.Arbitrary<ResponseLimits> = fc.oneof(
  { arbitrary: fc.constant(RESPONSE_PROFILES['claude-safe']), weight: 4 },
  { arbitrary: fc.constant(RESPONSE_PROFILES.runtime), weight: 1 },
  { arbitrary: smallLimits, weight: 5 },
)

test.each(['json', 'text'] as const)('no limit is broken by any value sent as %s', (encoding) => {
  fc.assert(
    fc.property(anything, limits, fc.constantFrom('tell', 'plain'), (value, bounds, style) => {
      const shaped = shapeValue(value, bounds, { encoding, style })
      const sent = JSON.stringify(shaped.value)
      expectWithin(sent, bounds, encoding === 'text' ? JSON.stringify(sent) : sent)
      // Shaping what is within its limits changes nothing.
      const again = shapeValue(shaped.value, bounds, { encoding, style })
      expect(again.truncated).toBe(false)
      expect(JSON.stringify(again.value)).toBe(sent)
    }),
    { numRuns: RUNS, seed: 20_240_501 },
  )
})

test('no limit is broken by any answer in its envelope', () => {
  const options = fc.record({
    summary: text,
    limits: fc.record({ maxBytes: fc.integer({ min: 1_280, max: 4_000 }) }),
    nextCursor: text,
    total: fc.nat(1_000_000),
  })
  fc.assert(
    fc.property(anything, options, (value, given) => {
      const bounds = { ...RESPONSE_PROFILES['claude-safe'], ...given.limits }
      for (const envelope of [
        successResponse(value, given),
        listResponse(
          Array.from({ length: 12 }, () => value),
          given,
        ),
        errorResponse({ code: 'CONFLICT', message: given.summary, context: { value } }, given),
      ]) {
        const result = toToolResult(envelope)
        expectWithin(result.content[0]?.text ?? '', bounds, JSON.stringify(result))
        expect(envelope.summary.length).toBeLessThanOrEqual(100)
      }
    }),
    { numRuns: sampled(40, 1_500), seed: 20_240_501 },
  )
})
