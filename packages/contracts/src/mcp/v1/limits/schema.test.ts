import { expect, test } from 'vitest'
import { MCPRequestLimitsSchema, ValidationResultSchema } from './schema.js'

test('every limit has a default', () => {
  expect(MCPRequestLimitsSchema.parse({})).toEqual({
    maxArraySize: 100,
    maxStringLength: 100_000,
    maxObjectDepth: 10,
    maxRequestBytes: 10_485_760,
    toolArrayLimits: {
      bugfix_scan: 100,
      refactor_scan: 100,
      memory_bulk_delete: 1000,
      ability_inject: 20,
    },
  })
})

test('INV-MCP-LIMIT-004: a refusal without errors to show is none', () => {
  expect(ValidationResultSchema.safeParse({ valid: false }).success).toBe(false)
  const errors = [{ path: 'ids', code: 'ARRAY_TOO_LARGE', message: 'm', limit: 1, actual: 2 }]
  expect(ValidationResultSchema.parse({ valid: false, errors })).toEqual({ valid: false, errors })
})
