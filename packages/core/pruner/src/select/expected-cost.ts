// The total expected cost of an answer to its reader, and the cost of a miss at which it is least. Line by
// line a miss is priced as if each line were missed by itself. In recorded sessions needed lines are in several
// places, and a missing one costs a turn: cutting a tenth of what may be needed misses something in one
// case in four. So the whole answer is priced at several costs of a miss, with the whole text as an alternative.
import type { Deadline } from '../deadline.js'
import type { Family } from '../text/family.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'
import type { Choice } from './cheapest.js'

/** What is known about the reader of the answer. */
export interface Reader {
  /** How expensive a miss is: the probability that anything uncertain is needed, and more when in doubt. */
  readonly weight: number
  /** How often something is missed, by the share of all probability that was cut: the share to this power. */
  readonly power: number
}

interface LineChances {
  readonly chances: Float32Array
  readonly tokens: Float32Array
  readonly deadline: Deadline
}

const POWER = 0.6
const MIN_POWER = 0.2
const MAX_POWER = 1.2
/** The typical question has so many words of its own, and the typical text so many tokens. */
const USUAL = { words: 8, tokens: 1500 } as const

/** How much more a miss in code costs than in recorded sessions: when in doubt, keep more. */
const DOUBT_IN_CODE = 1.16

/**
 * In output something is missed equally often whatever the agent wrote. In code probabilities mean less if it wrote
 * little ("let me look at the file"), and in long files.
 */
export function readerOf(family: Family, words: number, tokens: number, likely: number): Reader {
  if (family !== 'code') return { weight: likely, power: POWER }
  const wordFactor = ((1 + words) / (1 + USUAL.words)) ** 0.3
  const power = POWER * wordFactor * (USUAL.tokens / tokens) ** 0.1
  const bounded = Math.max(MIN_POWER, Math.min(MAX_POWER, power))
  return { weight: likely * DOUBT_IN_CODE, power: bounded }
}

/** A further turn, and how much more than expected is recovered with the run that contains what is missing. */
const TURN = 1000
const FETCHED = 1.2
/** How often a reader who misses something recovers everything. */
const ALL_AGAIN = 0.6

/** Tokens of the answer, and of what is recovered if it misses something. */
export function expectedCost(
  kept: Uint8Array,
  { chances, tokens, deadline }: LineChances,
  { weight, power }: Reader,
): number {
  deadline.spend(4 * kept.length)
  let shown = 0
  let all = 0
  let expected = 0
  let cut = 0
  let fetched = 0
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) {
      shown += tokens[i]!
      all += tokens[i]!
      expected += chances[i]!
      continue
    }
    let run = 0
    let lost = 0
    for (; i < kept.length && kept[i] === 0; i++) {
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
  return shown + (cut / expected) ** power * again * weight
}

/** Powers of two: first far apart, then closer and closer to the best one. */
const PRICES = [-2, 0, 2]
const STEPS = [1, 0.5]

/** The factor whose choice has the least expected cost of those that may be shown; 1 if none may. */
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
