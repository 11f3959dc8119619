// The tools of an AutomatosX server: the seeds and its servers write names with underscores, later versions
// with dots (`agent_run`, `agent.run`); presets match both.
import { MCPRequestLimitsSchema, TOOL_CATEGORIES } from '@jeeves/contracts'
import type { ResponseBudget, ToolRule } from '@jeeves/mcp-runtime'
import { parsePreset } from './preset-schema.js'

/** How much of the conversation each kind of tool may take. The first match applies. */
const BUDGETS: readonly ResponseBudget[] = [
  { category: 'execution', maxBytes: 3_072, tools: ['agent_run', 'workflow_run'] },
  { category: 'list', maxBytes: 2_048, tools: ['*_list'] },
  { category: 'status', maxBytes: 1_536, tools: ['session_status', 'trace_get'] },
  { category: 'scan', maxBytes: 2_048, tools: ['bugfix_scan', 'refactor_scan'] },
  { category: 'config-memory', maxBytes: 1_536, tools: ['config_*', 'memory_*'] },
]

/** The first match applies; tools that only need watching are left alone. */
const RULES: readonly ToolRule[] = [
  { tool: 'bugfix_scan', risk: 'critical', maxItems: 5, orderBy: 'severity' },
  { tool: 'refactor_scan', risk: 'critical', maxItems: 5, orderBy: 'severity' },
  { tool: 'bugfix_list', risk: 'high', maxItems: 10 },
  { tool: 'refactor_list', risk: 'high', maxItems: 10 },
  { tool: 'trace_get', risk: 'critical', omit: ['events'], ends: 'events' },
  { tool: 'trace_analyze', risk: 'high', omit: ['analysis', 'raw', 'rawAnalysis'] },
  { tool: 'agent_run', risk: 'high', omit: ['stepResults'] },
  { tool: 'session_status', risk: 'medium', maxItems: 5 },
  { tool: 'session_list', risk: 'medium', maxItems: 10 },
  { tool: 'memory_search', risk: 'medium', maxItems: 10 },
  { tool: 'workflow_list', risk: 'low', maxItems: 10 },
  { tool: 'agent_list', risk: 'low', maxItems: 10 },
  { tool: 'memory_store', risk: 'low' },
  { tool: 'memory_retrieve', risk: 'low' },
  { tool: 'config_*', risk: 'low' },
  { tool: 'guard_*', risk: 'low' },
]

const DOMAINS = [
  'ability',
  'agent',
  'bugfix',
  'config',
  'guard',
  'memory',
  'refactor',
  'session',
  'trace',
  'workflow',
]

export const automatosx = parsePreset({
  strict: true,
  listItems: 'labels',
  categories: TOOL_CATEGORIES,
  requestLimits: { toolArrayLimits: MCPRequestLimitsSchema.parse({}).toolArrayLimits },
  budgets: BUDGETS,
  rules: RULES,
  domains: Object.fromEntries(DOMAINS.map((domain) => [`${domain}_`, domain])),
})
