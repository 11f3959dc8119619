// How much is enough, read from how the scores fall: relevance that stands out from the text's own
// background is gathered until most of it is held. Steep scores cut deep, flat ones hold back.
import { Protection } from '../protect/levels.js'
import type { Plan } from './plan.js'
import type { SelectionInput } from './select.js'

const HELD = 0.86
/** The share of lines whose score is taken for what this text gives any goal. */
const BACKGROUND = 0.3

/** How many of the best lines to want. */
export function wantedByFallOff(
  { scores, cut, protection }: SelectionInput,
  { order }: Plan,
): number {
  const count = order.length
  if (cut !== undefined)
    return scores.reduce((wanted, score) => (score >= cut ? wanted + 1 : wanted), 0)
  if (count === 0) return 0
  const background = scores[order[Math.floor((1 - BACKGROUND) * (count - 1))]!]!
  let total = 0
  for (let i = 0; i < count; i++) total += Math.max(0, scores[i]! - background)
  // Nothing stands out: evidence of trouble answers most questions, and without any, all is kept.
  if (total <= 0) return protection.levels.some((level) => level >= Protection.Context) ? 0 : count
  let held = 0
  let place = 0
  while (place < count && held < HELD * total)
    held += Math.max(0, scores[order[place++]!]! - background)
  return place
}
