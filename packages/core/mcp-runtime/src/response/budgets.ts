// How much of the conversation each kind of tool may take.

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
