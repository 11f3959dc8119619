import { MCPTimeoutConfigSchema } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { categoryOf, timeoutFor } from '../index.js'

const config = MCPTimeoutConfigSchema.parse({
  toolTimeouts: { scan: 99 },
  toolOverrides: { memory_list: 1234, made_up: 77 },
})

test.each([
  [['memory_retrieve', 'trace_get', 'workflow_describe'], 10_000],
  [['memory_store', 'config_set', 'guard_apply'], 30_000],
  [['bugfix_scan', 'refactor_scan', 'guard_check'], 99],
  [['agent_run', 'workflow_run', 'ability_inject'], 1_200_000],
])('INV-MCP-TIMEOUT-002: %j share one limit', (tools, limit) => {
  expect(tools.map((tool) => timeoutFor(tool, config))).toEqual(tools.map(() => limit))
})

test('INV-MCP-TIMEOUT-003: an override wins over the category and over the default', () => {
  expect([timeoutFor('memory_list', config), timeoutFor('made_up', config)]).toEqual([1234, 77])
})

test.each(['unknown_tool', 'constructor', '__proto__', 'toString', ''])(
  'a tool without a category has the default limit: %j',
  (tool) => {
    expect([categoryOf(tool), timeoutFor(tool, config)]).toEqual([undefined, 30_000])
  },
)

test('categories of one’s own replace the preset', () => {
  const mine = { crawl: 'execution' } as const
  expect(timeoutFor('crawl', config, mine)).toBe(1_200_000)
  expect(timeoutFor('agent_run', config, mine)).toBe(30_000)
})
