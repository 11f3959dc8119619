import { expect, test } from 'vitest'
import { parsePreset } from '../presets/preset-schema.js'
import type { WrappedTool } from '../wire/client/catalog.js'
import { rulesFor, withMaxTokens } from './rules.js'

const upstream = { spec: { kind: 'stdio', name: 's' } } as WrappedTool['upstream']
const rules = rulesFor(
  { name: 'read_file', definition: {}, upstream },
  {
    preset: parsePreset({}),
    hasPreset: false,
    profile: 'claude-safe',
    strict: false,
    timeLimitMs: undefined,
  },
)

test.each([
  [1, 1024],
  [365, 1024],
  [366, 1024],
  [367, 1027],
  [1000, 2800],
  [100_000, 10_240],
])('max_tokens %i leaves %i bytes', (tokens, bytes) => {
  expect(withMaxTokens(rules, tokens).limits.maxBytes).toBe(bytes)
})

test('without max_tokens they are the same', () => {
  expect(withMaxTokens(rules, undefined)).toBe(rules)
})

const SOURCES = {
  preset: parsePreset({}),
  hasPreset: false,
  profile: 'claude-safe',
  strict: false,
  timeLimitMs: undefined,
} as const
const serverWith = (settings: object) =>
  ({ spec: { kind: 'stdio', name: 's', settings } }) as unknown as WrappedTool['upstream']
const rulesOf = (settings: object, sources: object = {}, name = 'read_file') =>
  rulesFor({ name, definition: {}, upstream: serverWith(settings) }, { ...SOURCES, ...sources })

test('the bytes of a server are its own, and a preset can only make them fewer', () => {
  const budget = (maxBytes: number) => ({
    preset: parsePreset({ budgets: [{ maxBytes, tools: ['*'] }] }),
    hasPreset: true,
  })
  expect(rulesOf({ maxBytes: 50_000 }).limits.maxBytes).toBe(50_000)
  expect(rulesOf({ maxBytes: 50_000 }, budget(2048)).limits.maxBytes).toBe(2048)
  expect(rulesOf({}, budget(2048)).limits.maxBytes).toBe(2048)
  expect(rulesOf({}, budget(99_000)).limits.maxBytes).toBe(10_240)
})

test('the time of the command line goes before that of the server, and both before the usual', () => {
  expect(rulesOf({})).toMatchObject({ timeLimitMs: 3_600_000, silentMs: 300_000 })
  expect(rulesOf({ timeoutMs: 7000 })).toMatchObject({ timeLimitMs: 7000 })
  expect(rulesOf({ timeoutMs: 7000 })).not.toHaveProperty('silentMs')
  expect(rulesOf({ timeoutMs: 7000 }, { timeLimitMs: 900 })).toMatchObject({ timeLimitMs: 900 })
})

test('counts are limited only where limits are strict', () => {
  expect(rulesOf({}).limits.maxArrayItems).toBe(Number.MAX_SAFE_INTEGER)
  expect(rulesOf({}, { strict: true }).limits).toMatchObject({
    maxArrayItems: 10,
    maxStringLength: 500,
  })
  expect(rulesOf({}).request.maxArraySize).toBe(Number.MAX_SAFE_INTEGER)
  expect(rulesOf({}, { strict: true }).request.maxArraySize).toBeLessThan(100_000)
  expect(rulesOf({}, { hasPreset: true }).request.maxArraySize).toBeLessThan(100_000)
})
