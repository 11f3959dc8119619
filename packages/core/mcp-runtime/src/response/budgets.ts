// How much of the conversation each kind of tool may take.

export type BudgetCategory = 'execution' | 'list' | 'status' | 'scan' | 'config-memory'

export interface ResponseBudget {
  readonly category: BudgetCategory
  readonly maxBytes: number
  /** Tool names; `*` stands for any characters. */
  readonly tools: readonly string[]
}

/** The first match applies. */
export function budgetFor(
  tool: string,
  budgets: readonly ResponseBudget[],
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
