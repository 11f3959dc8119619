// What an answer is expected to cost its reader in all, and the price of a miss at which that is least. Line by
// line a miss is priced as if each line were missed by itself. In recorded sessions needed lines stand in several
// places, and one that is missing costs a turn: who cuts a tenth of what may be needed misses something in one
// case in four. So the whole answer is weighed at several prices, with the whole text beside them.
import type { Deadline } from '../deadline.js'
import { MARK_TOKENS } from '../render/marks.js'
import type { Choice } from './cheapest.js'

/** What is known of the one who reads the answer. */
export interface Reader {
  /** How likely the text holds anything needed besides what is certain. */
  readonly likely: number
}

interface Weighed {
  readonly chances: Float32Array
  readonly tokens: Float32Array
  readonly deadline: Deadline
}

/** How often something is missed, by the share of all chances that was cut: the share to this power. */
const MISSED = 0.6
/** A further turn, and how much more than expected is fetched back with the run that holds what is missing. */
const TURN = 1000
const FETCHED = 1.2
/** How often a reader who misses something has everything again. */
const ALL_AGAIN = 0.6
/** By how much a miss is dearer than it was in recorded sessions: doubt keeps lines. */
const DOUBT = 1.08

/** Tokens of the answer, and of what is fetched back where it misses something. */
export function expectedCost(
  kept: Uint8Array,
  { chances, tokens, deadline }: Weighed,
  { likely }: Reader,
): number {
  let shown = 0
  let all = 0
  let expected = 0
  let cut = 0
  let fetched = 0
  for (let i = 0; i < kept.length; i++) {
    if ((i & 1023) === 0) deadline.spend(4096)
    if (kept[i] === 1) {
      shown += tokens[i]!
      all += tokens[i]!
      expected += chances[i]!
      continue
    }
    let run = 0
    let lost = 0
    for (; i < kept.length && kept[i] === 0; i++) {
      if ((i & 1023) === 0) deadline.spend(4096)
      run += tokens[i]!
      lost += chances[i]!
    }
    i--
    shown += MARK_TOKENS
    all += run
    expected += lost
    cut += lost
    fetched += lost * run
  }
  if (cut === 0) return shown
  const again = (1 - ALL_AGAIN) * (TURN + (FETCHED * fetched) / cut) + ALL_AGAIN * all
  return shown + (cut / expected) ** MISSED * again * likely * DOUBT
}

/** Powers of two: first far apart, then ever nearer to the best one. */
const PRICES = [-2, 0, 2]
const STEPS = [1, 0.5]

/** The price, as a multiple, whose choice is expected to cost least of those that may be shown; 1 if none may. */
export function bestPrice(
  choiceAt: (price: number) => Choice,
  mayBeShown: (choice: Choice) => boolean,
  costOf: (kept: Uint8Array) => number,
): number {
  const seen = new Set<number>()
  let best = 0
  let least = Number.POSITIVE_INFINITY
  const look = (power: number) => {
    if (seen.has(power)) return
    seen.add(power)
    const choice = choiceAt(2 ** power)
    const cost = mayBeShown(choice) ? costOf(choice.kept) : Number.POSITIVE_INFINITY
    if (cost >= least) return
    least = cost
    best = power
  }
  for (const power of PRICES) look(power)
  for (const step of STEPS) for (const power of [best - step, best + step]) look(power)
  return 2 ** best
}
