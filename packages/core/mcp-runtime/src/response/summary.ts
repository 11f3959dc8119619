// The one line that every response carries.
import type { Severity } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'

const MAX_LENGTH = 100
/** Most severe first, whatever order the counts came in. */
const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low']

/** One line of at most 100 characters. */
export function boundSummary(summary: string, maxLength: number = MAX_LENGTH): string {
  // A line of more than this many characters is cut anyway; a huge one is not rewritten first.
  const line = summary.slice(0, 10_000).replace(/\s+/g, ' ').trim()
  return cutText(line, Math.min(maxLength, MAX_LENGTH), Infinity, '...', 'json').text
}

export const isSeverity = (value: unknown): value is Severity =>
  SEVERITIES.some((known) => known === value)

/** 0 for the most severe; what is not a known severity comes last. */
export function severityRank(severity: unknown): number {
  const name = typeof severity === 'string' ? severity.toLowerCase() : ''
  const index = SEVERITIES.findIndex((known) => known === name)
  return index < 0 ? SEVERITIES.length : index
}

/** `Found bugs: 15 total (3 critical, 5 high, 7 medium)`, or `Found bugs: 15 items`. */
export function createSummary(
  action: string,
  results: { readonly count: number; readonly bySeverity?: Readonly<Record<string, number>> },
): string {
  const { count, bySeverity = {} } = results
  const parts = Object.entries(bySeverity)
    .filter(([, number]) => number > 0)
    .sort(([a], [b]) => severityRank(a) - severityRank(b))
    .map(([name, number]) => `${number} ${name}`)
  const total = parts.length > 0 ? `${count} total (${parts.join(', ')})` : countOf(count, 'item')
  return boundSummary(`${action}: ${total}`)
}

/** `1 field`, `2 fields`. */
export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
