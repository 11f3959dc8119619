// Adds lines to a choice, the best value for their cost first, without sorting: one pass for those
// within a tenth of the best, one for the next tenth, and so on; the rest comes last.
import { type LineCosts, MUST_STAY } from './cheapest.js'

const PASSES = 24

/**
 * Adds lines of `more` to `kept` by descending value, equal ones in reading order, except those that `take`
 * refuses.
 */
export function addBest(
  { losses, tokens, deadline }: LineCosts,
  kept: Uint8Array,
  more: Uint8Array,
  take: (line: number) => boolean,
): void {
  const worthOf = (i: number) => Math.min(losses[i]!, MUST_STAY) / (1 + tokens[i]!)
  let top = 0
  for (let i = 0; i < kept.length; i++)
    if (kept[i] === 0 && more[i] === 1) top = Math.max(top, worthOf(i))
  // From the top down in steps of a tenth: within a step lines are equal and come in reading order.
  let above = Number.POSITIVE_INFINITY
  let from = top
  for (let step = 0; step < PASSES; step++) {
    deadline.spend(2 * kept.length)
    const isLast = step === PASSES - 1
    for (let i = 0; i < kept.length; i++) {
      if (kept[i] === 1 || more[i] === 0) continue
      const worth = worthOf(i)
      if (worth >= above || (!isLast && worth < from * 0.9)) continue
      if (take(i)) kept[i] = 1
    }
    above = from * 0.9
    from = above
  }
}
