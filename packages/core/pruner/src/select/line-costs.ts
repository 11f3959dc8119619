// The cost of cutting each line: its share of the probability that something needed is missed, times
// the cost of a miss. Lines that may not be cut are marked; lines that only repeat others cost nothing.
import { Protection } from '../evidence/levels.js'
import { Kind } from '../text/line-kinds.js'
import type { Structure } from '../text/structure.js'
import { MUST_STAY } from './cheapest.js'
import type { SelectionInput } from './select.js'

/** A line next to evidence, and an output's first and last line, are needed at least this often. */
const NEAR_EVIDENCE = 0.2
const NEAR_EVIDENCE_IMPLICIT = 0.05
const PREAMBLE = 0.08

/**
 * A bracket or a blank line means nothing by itself: it comes with the lines around it or not at all. In code it
 * is where something ends or is inserted.
 */
const BY_ITSELF = 0.15
const BY_ITSELF_IN_CODE = 0.7

export function lossesOf(input: SelectionInput): Float32Array {
  const { structure, chances, certain, protection, floor, priceOfMiss, family, deadline } = input
  const nearEvidence = input.isImplicit ? NEAR_EVIDENCE_IMPLICIT : NEAR_EVIDENCE
  const byItself = family === 'code' ? BY_ITSELF_IN_CODE : BY_ITSELF
  const { levels, repeats } = protection
  const losses = new Float32Array(chances.length)
  deadline.spend(8 * losses.length)
  let expected = 0
  for (let i = 0; i < losses.length; i++) {
    let chance = chances[i]!
    if (levels[i] === Protection.Context) chance = Math.max(chance, nearEvidence)
    else if (levels[i] === Protection.Preamble) chance = Math.max(chance, PREAMBLE)
    if (isEmpty(structure, i)) chance *= byItself
    losses[i] = repeats[i] === 0 ? chance : 0
    expected += losses[i]!
  }
  // Needed lines are missed together, not one by one: a miss is paid for once, however many they are.
  const price = priceOfMiss / Math.max(1, expected)
  for (let i = 0; i < losses.length; i++) {
    const isCertain = repeats[i] === 0 && (levels[i]! >= floor || certain[i] === 1)
    losses[i] = isCertain ? MUST_STAY : losses[i]! * price
  }
  return losses
}

/** Whether a line is blank or contains only a bracket. */
export function isEmpty({ kinds, indents }: Structure, line: number): boolean {
  const kind = kinds[line]
  return indents[line]! < 0 || kind === Kind.Closer || kind === Kind.Opener
}
