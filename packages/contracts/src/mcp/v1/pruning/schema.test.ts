import { describe, expect, test } from 'vitest'
import { PruningMetadataSchema } from './schema.js'

const skipped = {
  attempted: false,
  applied: false,
  fallback: false,
  reason: 'no_focus_question',
  raw_bytes: 10,
}
const applied = {
  attempted: true,
  applied: true,
  fallback: false,
  raw_bytes: 10,
  pruned_bytes: 4,
  pruner_duration_ms: 1.5,
  engine: 'embedded',
  prune_id: 'prn_1',
  original_lines: 5,
  kept_lines: 2,
  pruned_lines: 3,
}
const failed = {
  attempted: true,
  applied: false,
  fallback: true,
  reason: 'pruner_error',
  raw_bytes: 10,
  error: { code: 'timeout', message: 'no answer' },
}
const without = (value: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
const fieldsAtFault = (value: unknown) => [
  ...new Set(PruningMetadataSchema.safeParse(value).error?.issues.map((issue) => issue.path[0])),
]

test.each([
  ['skipped', skipped],
  ['applied', applied],
  ['failed', failed],
  ['too large', { ...skipped, reason: 'too_large' }],
])('accepts pruning that was %s', (_, value) => {
  expect(PruningMetadataSchema.parse(value)).toEqual(value)
})

describe('what contradicts itself', () => {
  test('INV-MCP-PRUNE-001: fallback is attempted and not applied', () => {
    expect(fieldsAtFault({ ...applied, fallback: true })).toContain('fallback')
    expect(fieldsAtFault({ ...failed, fallback: false })).toContain('fallback')
    expect(fieldsAtFault({ ...applied, attempted: false })).toContain('applied')
  })

  test('INV-MCP-PRUNE-002: raw output has a reason, and a failure an error', () => {
    expect(fieldsAtFault(without(skipped, 'reason'))).toEqual(['reason'])
    expect(fieldsAtFault({ ...applied, reason: 'too_large' })).toEqual(['reason'])
    expect(fieldsAtFault({ ...failed, reason: 'too_large' })).toEqual(['reason', 'error'])
    expect(fieldsAtFault(without(failed, 'error'))).toEqual(['error'])
    expect(fieldsAtFault({ ...skipped, error: failed.error })).toEqual(['error'])
  })

  test('INV-MCP-PRUNE-003: sizes and engine belong to what happened', () => {
    expect(fieldsAtFault({ ...skipped, pruned_bytes: 3 })).toEqual(['pruned_bytes'])
    expect(fieldsAtFault({ ...skipped, engine: 'http' })).toEqual(['engine'])
  })
})

test('unknown fields are ignored', () => {
  expect(PruningMetadataSchema.parse({ ...skipped, later: 1 })).toEqual(skipped)
})
