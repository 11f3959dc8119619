// The tools of an AutomatosX server.
import { TOOL_CATEGORIES } from '@jeeves/contracts'
import { RESPONSE_BUDGETS, TOOL_RULES } from '@jeeves/mcp-runtime'
import { parsePreset } from './preset-schema.js'

export const automatosx = parsePreset({
  categories: TOOL_CATEGORIES,
  requestLimits: {
    toolArrayLimits: {
      bugfix_scan: 100,
      refactor_scan: 100,
      memory_bulk_delete: 1000,
      ability_inject: 20,
    },
  },
  budgets: RESPONSE_BUDGETS,
  rules: TOOL_RULES,
  domains: {
    ability_: 'ability',
    agent_: 'agent',
    bugfix_: 'bugfix',
    config_: 'config',
    guard_: 'guard',
    memory_: 'memory',
    refactor_: 'refactor',
    session_: 'session',
    trace_: 'trace',
    workflow_: 'workflow',
  },
})
