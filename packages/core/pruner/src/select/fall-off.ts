// How much is enough, read from how the scores fall: relevance that stands out from the text's own
// background is gathered until most of it is held. Steep scores cut deep, flat ones hold back.
import type { Plan } from './plan.js'
import type { SelectionInput } from './select.js'

const HELD = 0.8
/** The share of lines below which lies what this text gives any goal. */
const BACKGROUND = 0.3

/** How many of the best lines to want; all of them when nothing stands out. */
export function wantedByFallOff({ scores }: SelectionInput, { order }: Plan): number {
  const count = order.length
  if (count === 0) return 0
  const background = scores[order[Math.floor((1 - BACKGROUND) * (count - 1))]!]!
  let total = 0
  for (let i = 0; i < count; i++) total += Math.max(0, scores[i]! - background)
  if (total <= 0) return count
  let held = 0
  let place = 0
  while (place < count && held < HELD * total)
    held += Math.max(0, scores[order[place++]!]! - background)
  return place
}
