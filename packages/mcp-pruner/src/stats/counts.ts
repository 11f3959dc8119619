// What is counted for each tool. Everything is a sum, so counts of several processes can be added up.
import * as z from 'zod'

const figure = z.number().nonnegative()

export const CountsSchema = z.object({
  calls: figure,
  bytesIn: figure,
  bytesOut: figure,
  tokensIn: figure,
  tokensOut: figure,
  /** Answers that were cut to the limits, and answers that were pruned by a question. */
  cut: figure,
  pruned: figure,
  /** Reads of what was cut, and what they cost. */
  recovered: figure,
  bytesRecovered: figure,
  tokensRecovered: figure,
})
export type Counts = z.infer<typeof CountsSchema>

export const StatsSchema = z.record(z.string(), CountsSchema)
export type Stats = Record<string, Counts>

export const noCounts = (): Counts => ({
  calls: 0,
  bytesIn: 0,
  bytesOut: 0,
  tokensIn: 0,
  tokensOut: 0,
  cut: 0,
  pruned: 0,
  recovered: 0,
  bytesRecovered: 0,
  tokensRecovered: 0,
})

export function addCounts(into: Counts, more: Partial<Counts>): void {
  for (const [name, figureOf] of Object.entries(more)) into[name as keyof Counts] += figureOf
}

/** Servers can have any number of tools; the rest is counted together. */
const MAX_TOOLS = 500
const OTHERS = '(other tools)'

export function countsOf(stats: Stats, tool: string): Counts {
  const known = Object.hasOwn(stats, tool)
  const name = known || Object.keys(stats).length < MAX_TOOLS ? tool : OTHERS
  const counts = Object.hasOwn(stats, name) ? stats[name] : undefined
  if (counts) return counts
  const fresh = noCounts()
  Object.defineProperty(stats, name, { value: fresh, enumerable: true, configurable: true })
  return fresh
}
