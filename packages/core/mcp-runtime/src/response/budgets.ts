// How much of the conversation each kind of tool may take, and what its answer is reduced to.

export type BudgetCategory = 'execution' | 'list' | 'status' | 'scan' | 'config-memory'

export interface ResponseBudget {
  readonly category: BudgetCategory
  readonly maxBytes: number
  /** Tool names; `*` stands for any characters. */
  readonly tools: readonly string[]
}

/** The first that matches holds. */
export const RESPONSE_BUDGETS: readonly ResponseBudget[] = [
  { category: 'execution', maxBytes: 3_072, tools: ['agent_run', 'workflow_run'] },
  { category: 'list', maxBytes: 2_048, tools: ['*_list'] },
  { category: 'status', maxBytes: 1_536, tools: ['session_status', 'trace_get'] },
  { category: 'scan', maxBytes: 2_048, tools: ['bugfix_scan', 'refactor_scan'] },
  { category: 'config-memory', maxBytes: 1_536, tools: ['config_*', 'memory_*'] },
]

export function budgetFor(
  tool: string,
  budgets: readonly ResponseBudget[] = RESPONSE_BUDGETS,
): ResponseBudget | undefined {
  return budgets.find(({ tools }) => tools.some((pattern) => matchesToolPattern(tool, pattern)))
}

/** Without regular expressions: a preset is written by users. */
export function matchesToolPattern(tool: string, pattern: string): boolean {
  const parts = pattern.split('*')
  const [first = '', ...middle] = parts
  const last = middle.pop()
  if (last === undefined) return tool === pattern
  if (!tool.startsWith(first)) return false
  let from = first.length
  for (const part of middle) {
    const at = tool.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return tool.length - last.length >= from && tool.endsWith(last)
}

export type ToolRisk = 'critical' | 'high' | 'medium' | 'low'

/** What an answer of a tool is reduced to before it is shaped. */
export interface ToolRule {
  readonly tool: string
  readonly risk: ToolRisk
  /** Items shown of its list. */
  readonly maxItems?: number
  /** Which of them come first. */
  readonly orderBy?: 'severity'
  /** Keys left to the artifact. */
  readonly omit?: readonly string[]
  /** The whole answer is kept as an artifact even when it fits. */
  readonly alwaysStore?: boolean
}

/** The first that matches holds; tools that only need watching are left as they are. */
export const TOOL_RULES: readonly ToolRule[] = [
  { tool: 'bugfix_scan', risk: 'critical', maxItems: 5, orderBy: 'severity', alwaysStore: true },
  { tool: 'refactor_scan', risk: 'critical', maxItems: 5, orderBy: 'severity', alwaysStore: true },
  { tool: 'bugfix_list', risk: 'high', maxItems: 10 },
  { tool: 'refactor_list', risk: 'high', maxItems: 10 },
  { tool: 'trace_get', risk: 'critical', omit: ['events'], alwaysStore: true },
  { tool: 'trace_analyze', risk: 'high', omit: ['analysis', 'raw', 'rawAnalysis'] },
  { tool: 'agent_run', risk: 'high', omit: ['stepResults'], alwaysStore: true },
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

export function ruleFor(
  tool: string,
  rules: readonly ToolRule[] = TOOL_RULES,
): ToolRule | undefined {
  return rules.find((rule) => matchesToolPattern(tool, rule.tool))
}

const SEVERITY_ORDER = ['critical', 'high', 'medium', 'low']

/** Most severe first; those without a severity last, in their order. */
export function bySeverity<T>(items: readonly T[]): T[] {
  const rank = (item: T) => {
    const severity =
      typeof item === 'object' && item !== null
        ? (item as { severity?: unknown }).severity
        : undefined
    const index = SEVERITY_ORDER.indexOf(String(severity).toLowerCase())
    return index < 0 ? SEVERITY_ORDER.length : index
  }
  return items.toSorted((a, b) => rank(a) - rank(b))
}
