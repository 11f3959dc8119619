// What single tools' answers are reduced to before they are shaped, as data that a preset can replace.
import type { ResponseLimits } from '@jeeves/contracts'
import { asPartOf, totalOf } from '../json/main-list.js'
import { severityRank } from './summary.js'

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
  /** A list of which only the count and the ends are shown: `eventCount`, `startEvent`, `endEvent`, `errorSummary`. */
  readonly ends?: string
}

/** The first rule that matches. */
export function ruleFor(tool: string, rules: readonly ToolRule[]): ToolRule | undefined {
  return rules.find((rule) => matchesToolPattern(tool, rule.tool))
}

export interface Reduced {
  readonly value: unknown
  /** What shaping must hold besides the profile's limits. */
  readonly limits: Partial<ResponseLimits>
  /** Keys that were left to the artifact. */
  readonly omitted: readonly string[]
}

/** Orders lists and leaves keys out as the rule says; shaping then cuts to `limits` and says so. */
export function applyToolRule(value: unknown, rule: ToolRule): Reduced {
  const limits = rule.maxItems === undefined ? {} : { maxArrayItems: rule.maxItems }
  const ordered = <T>(item: T): T | unknown[] =>
    rule.orderBy === 'severity' && Array.isArray(item) ? bySeverity(item) : item
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { value: ordered(value), limits, omitted: [] }
  }
  const omitted = (rule.omit ?? []).filter((key) => Object.hasOwn(value, key))
  const kept = Object.entries(value).filter(([key]) => !omitted.includes(key))
  return {
    value: asPartLike(value, Object.fromEntries(kept.map(([key, item]) => [key, ordered(item)]))),
    limits,
    omitted,
  }
}

/** `made` in the place of `from`, which may be a part of something longer. */
function asPartLike<T extends object>(from: object, made: T): T {
  const total = totalOf(from)
  return total === undefined ? made : asPartOf(made, total)
}

/** Most severe first; those without a severity last, in their order. */
export function bySeverity<T>(items: readonly T[]): T[] {
  return asPartLike(
    items,
    items.toSorted((a, b) => severityRank(severityOf(a)) - severityRank(severityOf(b))),
  )
}

function severityOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'severity' in item ? item.severity : undefined
}

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
