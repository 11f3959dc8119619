import { expect, test } from 'vitest'
import type { WrappedTool } from '../client/catalog.js'
import { parsePreset } from '../presets/preset-schema.js'
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
