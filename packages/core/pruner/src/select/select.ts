// Which lines stay. How many of the best lines are wanted decides; everything else follows from it: what
// is protected, the signatures around what is kept, and the cuts too small to be worth a marker.
import type { Deadline } from '../deadline.js'
import { Protection } from '../protect/levels.js'
import type { Protected } from '../protect/protect.js'
import type { SplitText } from '../split/lines.js'
import type { Structure } from '../split/structure.js'
import type { PruneRequest } from '../types.js'
import { costOf } from './cost.js'
import { wantedByFallOff } from './fall-off.js'
import { type Plan, planOf } from './plan.js'
import { closeGaps, dropDebris, enclose, keepFencesWhole } from './tidy.js'

export interface SelectionInput {
  readonly split: SplitText
  readonly structure: Structure
  readonly scores: Float32Array
  readonly protection: Protected
  /** Estimated tokens of each line, its ending included. */
  readonly tokens: Float32Array
  readonly minKept: number
  /** The score below which the adaptive mode cuts, where the scorer knows it. */
  readonly cut: number | undefined
  readonly budget: PruneRequest['budget'] | undefined
  readonly deadline: Deadline
}

/** One byte a line: 1 stays, 0 goes. */
export function selectLines(input: SelectionInput): Uint8Array {
  const plan = planOf(input.scores, input.split)
  input.deadline.check()
  const kept =
    input.budget === undefined
      ? trial(input, plan, wantedByFallOff(input, plan), Protection.Outline)
      : selectWithin(input, plan, input.budget)
  return keepEnough(input, plan, kept)
}

/** The selection that wants the best `wanted` lines and everything protected at `floor` or above. */
function trial(input: SelectionInput, plan: Plan, wanted: number, floor: number): Uint8Array {
  const { split, structure, protection, tokens, deadline } = input
  deadline.spend(split.count * 8)
  const kept = new Uint8Array(split.count)
  for (let i = 0; i < kept.length; i++) {
    const isWanted = plan.places[i]! < wanted || protection.levels[i]! >= floor
    if (isWanted && protection.repeats[i] === 0) kept[i] = 1
  }
  keepFencesWhole(kept, structure)
  dropDebris(kept, protection.levels, structure)
  enclose(kept, structure)
  closeGaps(kept, tokens)
  return kept
}

/** How much of a budget each kind of protected line may take before it gives way, cheapest first. */
const GIVING_WAY: readonly (readonly [floor: number, share: number])[] = [
  [Protection.Outline, 0.05],
  [Protection.Preamble, 0.1],
  [Protection.Context, 0.7],
  [Protection.Evidence, 1],
]
const TRIALS = 14

function selectWithin(
  input: SelectionInput,
  plan: Plan,
  budget: NonNullable<PruneRequest['budget']>,
): Uint8Array {
  const { limit, of } = costOf(input, budget)
  let floor: number = Protection.Forbidden
  for (const [level, share] of GIVING_WAY) {
    if (of(trial(input, plan, 0, level)) > limit * share) continue
    floor = level
    break
  }
  let low = 0
  let high = input.split.count
  let best = trial(input, plan, high, floor)
  if (of(best) <= limit) return best
  best = trial(input, plan, 0, floor)
  for (let i = 0; i < TRIALS && high - low > 1; i++) {
    const wanted = (low + high) >> 1
    const kept = trial(input, plan, wanted, floor)
    if (of(kept) <= limit) {
      best = kept
      low = wanted
    } else high = wanted
  }
  return best
}

/** Wants more of the best lines until the constraints hold: too many kept is no fault, too few is. */
function keepEnough(input: SelectionInput, plan: Plan, kept: Uint8Array): Uint8Array {
  if (countOf(kept) >= input.minKept) return kept
  let low = 0
  let high = input.split.count
  let best = trial(input, plan, high, Protection.Outline)
  for (let i = 0; i < TRIALS && high - low > 1; i++) {
    const wanted = (low + high) >> 1
    const tried = trial(input, plan, wanted, Protection.Outline)
    if (countOf(tried) >= input.minKept) {
      best = tried
      high = wanted
    } else low = wanted
  }
  // Repeats are wanted by no trial; they come back only where nothing else is left to keep.
  let missing = input.minKept - countOf(best)
  for (let line = 0; missing > 0; line++) {
    if (best[line] === 1) continue
    best[line] = 1
    missing--
  }
  return best
}

function countOf(kept: Uint8Array): number {
  let count = 0
  for (let i = 0; i < kept.length; i++) count += kept[i]!
  return count
}
