import { expect, test } from 'vitest'
import { MCPTimeoutConfigSchema, TimeoutResultSchema, ToolCategorySchema } from './schema.js'
import { TOOL_CATEGORIES } from './tool-categories.js'

test('every setting has a default, nested ones too', () => {
  const toolTimeouts = { query: 10_000, mutation: 30_000, scan: 120_000, execution: 1_200_000 }
  expect(MCPTimeoutConfigSchema.parse({})).toEqual({
    defaultTimeoutMs: 30_000,
    toolTimeouts,
    toolOverrides: {},
  })
  expect(MCPTimeoutConfigSchema.parse({ toolTimeouts: { scan: 5 } }).toolTimeouts).toEqual({
    ...toolTimeouts,
    scan: 5,
  })
})

test('INV-MCP-TIMEOUT-004: a timeout with another code is not a timeout', () => {
  const result = (code: string) => ({
    status: 'timeout',
    timeoutMs: 5,
    error: { code, message: 'm' },
    durationMs: 5,
  })
  expect(TimeoutResultSchema.safeParse(result('TOOL_TIMEOUT')).success).toBe(true)
  expect(TimeoutResultSchema.safeParse(result('TIMEOUT')).success).toBe(false)
})

test.each([
  { status: 'completed', result: 1 },
  { status: 'error', error: { code: 'X', message: 'm' } },
])('INV-MCP-TIMEOUT-005: $status without its duration is refused', (result) => {
  expect(TimeoutResultSchema.safeParse(result).success).toBe(false)
  expect(TimeoutResultSchema.safeParse({ ...result, durationMs: 1 }).success).toBe(true)
})

test('a timeout may report nothing but its limit', () => {
  const bare = { status: 'timeout', timeoutMs: 5 }
  expect(TimeoutResultSchema.parse(bare)).toEqual(bare)
  expect(TimeoutResultSchema.safeParse({ ...bare, durationMs: -1 }).success).toBe(false)
})

test('the preset lists the tools of each category', () => {
  const count = (category: string) =>
    Object.values(TOOL_CATEGORIES).filter((one) => one === category).length
  expect(ToolCategorySchema.options.map((category) => [category, count(category)])).toEqual([
    ['query', 16],
    ['mutation', 11],
    ['scan', 4],
    ['execution', 5],
  ])
})
