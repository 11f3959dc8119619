// The probability that an answer lacks something needed, by the share of all probability that was cut: measured on cases
// that nothing was fitted on. Of 505 explicit questions 0.08 were missed where a fifteenth was cut, 0.47 where two
// fifths were; of 320 outputs without a question 0.13 and 0.83, where a twentieth and two thirds were cut. Explicit
// questions about output and data miss less: many lines are alike, and each of them has a probability.
import type { Family } from '../text/family.js'

export interface CutChances {
  readonly kept: Uint8Array
  readonly chances: Float32Array
  readonly isImplicit: boolean
  readonly family: Family
  /** Whether it is known to lack something, or nothing shows that a list is complete. */
  readonly isPartial: boolean
}

const PER_SHARE = 1.2
const PER_SHARE_OF_OUTPUT = 0.8
const IMPLICIT_POWER = 0.6
/** Nothing is certain. */
const MAX_CHANCE = 0.95

/** The probability that a needed line was cut. */
export function missChance(answer: CutChances): number {
  const { kept, chances, isImplicit, family, isPartial } = answer
  if (isPartial) return MAX_CHANCE
  let all = 0
  let cut = 0
  for (let i = 0; i < kept.length; i++) {
    all += chances[i]!
    if (kept[i] === 0) cut += chances[i]!
  }
  if (all === 0) return 0
  const share = cut / all
  const perShare = family === 'code' || family === 'prose' ? PER_SHARE : PER_SHARE_OF_OUTPUT
  return Math.min(MAX_CHANCE, isImplicit ? share ** IMPLICIT_POWER : perShare * share)
}

/** The expected number of misses for such a probability, if they are independent. */
export function expectedMisses(chance: number): number {
  return -Math.log(1 - chance)
}
