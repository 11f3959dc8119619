// Which lines stay: the set that costs the reader least. Bounds use the same pass with another cost of
// a miss: a lower one until the answer fits, a higher one until enough is kept.
import type { Deadline } from '../deadline.js'
import { Protection } from '../evidence/levels.js'
import type { Protected } from '../evidence/protect.js'
import type { Family } from '../text/family.js'
import type { SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'
import { addBest } from './add-best.js'
import { type Choice, cheapest, type LineCosts, MUST_STAY } from './cheapest.js'
import { bestPrice, expectedCost, type Reader } from './expected-cost.js'
import { keepFencesWhole } from './fences.js'
import { shownTokens } from './fill-gaps.js'
import { isEmpty, lossesOf } from './line-costs.js'
import { sampleEvidence } from './sample-evidence.js'

/** The lines of a text with what each is worth and costs. */
export interface ScoredLines {
  readonly family: Family
  readonly split: SplitText
  readonly structure: Structure
  readonly chances: Float32Array
  /** Lines that contain a rare literal of the question. */
  readonly certain: Uint8Array
  /** Which rule made a line certain or boosted it, see `Weights`. */
  readonly decidedBy: Uint8Array
  readonly protection: Protected
  readonly isImplicit: boolean
  /** Tokens that each line would be shown with, its ending included. */
  readonly tokens: Float32Array
  /** The same in characters. */
  readonly characters: Float32Array
  readonly deadline: Deadline
}

export interface SelectionInput extends ScoredLines {
  readonly priceOfMiss: number
  /** From which level of protection on a line may not be cut. */
  readonly floor: number
  readonly minKept: number
  /** The limit of the answer, in tokens or in characters; infinite means none. */
  readonly bound: { readonly unit: 'tokens' | 'characters'; readonly limit: number }
  /** Whether the bound is to be filled: an answer that costs less gets more lines. */
  readonly isFilled: boolean
  /** Whether a bound's room is for all of the evidence, if that is more than fits. */
  readonly fillsWithEvidence: boolean
  readonly wholeFences: boolean
  /** Whose expected cost decides how much is shown; without one the cost of a miss does. */
  readonly reader?: Reader
}

/** The cost of a cut to readability beyond its mark: fragmented answers cannot be read. */
const INTERRUPTION = 5

const MARK_CHARACTERS = 7

const TRIALS = 12
/** The range of costs that is searched, as powers of two. */
const LOWEST = -14
const HIGHEST = 14

export interface Selection extends Choice {
  /** The expected cost of cutting each line. */
  readonly losses: Float32Array
}

export function selectLines(wanted: SelectionInput): Selection {
  const input = isOpen(wanted) ? { ...wanted, ...withoutRules(wanted) } : wanted
  const losses = lossesOf(input)
  const costs: LineCosts = { ...input, losses, ...pricesOf(input) }
  const { reader } = input
  if (reader === undefined) return { ...sized(input, costs), losses }
  const price = bestPrice(
    (multiple) => trial(input, costs, multiple),
    ({ kept }) => sizeOf(input, kept) <= input.bound.limit,
    (kept) => expectedCost(kept, input, reader),
  )
  const priced = {
    ...costs,
    losses: losses.map((loss) => (loss < MUST_STAY ? loss * price : loss)),
  }
  const { kept } = sized(input, priced)
  return { kept, cost: expectedCost(kept, input, reader), losses: priced.losses }
}

/** The best choice within the bound and the minimum number of lines. */
function sized(input: SelectionInput, costs: LineCosts): Choice {
  const free = trial(input, costs, 1)
  return enough(input, costs, isBounded(input) ? withinBound(input, costs, free) : free)
}

/**
 * A share of a text for an implicit question is distributed by probability alone: named lines and
 * evidence were needed no more often than the scorer says, which uses both.
 */
function isOpen({ bound, isImplicit }: SelectionInput): boolean {
  return isImplicit && bound.unit === 'characters'
}

function withoutRules({ protection, certain }: SelectionInput) {
  const levels = protection.levels.map((level) => (level < Protection.Forbidden ? 0 : level))
  return { protection: { ...protection, levels }, certain: new Uint8Array(certain.length) }
}

/** A share of the characters is measured in characters, for lines and marks. */
function pricesOf(input: SelectionInput): Pick<LineCosts, 'tokens' | 'mark'> {
  const { bound, tokens, characters } = input
  if (bound.unit === 'tokens') return { tokens, mark: MARK_TOKENS + INTERRUPTION }
  return { tokens: characters, mark: isOpen(input) ? 0 : MARK_CHARACTERS }
}

function trial(input: SelectionInput, costs: LineCosts, price: number): Choice {
  const choice = cheapest(costs, price)
  if (input.wholeFences) keepFencesWhole(choice.kept, input.structure)
  return choice
}

function isBounded({ bound }: SelectionInput): boolean {
  return bound.limit !== Number.POSITIVE_INFINITY
}

/** The best choice within the bound; evidence is dropped only if there is more than fits. */
function withinBound(input: SelectionInput, costs: LineCosts, free: Choice): Choice {
  const fits = ({ kept }: Choice) => {
    input.deadline.check()
    return sizeOf(input, kept) <= input.bound.limit
  }
  if (fits(free)) {
    return input.isFilled ? filled(input, costs, between(input, costs, 0, HIGHEST, fits)) : free
  }
  const least = trial(input, costs, 2 ** LOWEST)
  if (fits(least)) {
    const found = between(input, costs, LOWEST, 0, fits)
    return input.isFilled ? filled(input, costs, found) : found.held
  }
  let thinned = least
  for (const losses of sampleEvidence(input, costs.losses)) {
    const weaker = { ...costs, losses }
    thinned = trial(input, weaker, 2 ** LOWEST)
    if (fits(thinned)) return filled(input, weaker, between(input, weaker, LOWEST, 0, fits))
  }
  return thinned
}

interface Bracket {
  /** The choice at the highest cost found that still satisfies the request. */
  readonly held: Choice
  /** The choice at the lowest cost found that does not. */
  readonly failed: Choice | undefined
}

/** Bisects between two powers of two; the lower one is known to satisfy. */
function between(
  input: SelectionInput,
  costs: LineCosts,
  lowest: number,
  highest: number,
  holds: (choice: Choice) => boolean,
): Bracket {
  const top = trial(input, costs, 2 ** highest)
  if (holds(top)) return { held: top, failed: undefined }
  let held = trial(input, costs, 2 ** lowest)
  let failed = top
  let low = lowest
  let high = highest
  for (let i = 0; i < TRIALS; i++) {
    const middle = (low + high) / 2
    const choice = trial(input, costs, 2 ** middle)
    if (holds(choice)) {
      held = choice
      low = middle
    } else {
      failed = choice
      high = middle
    }
  }
  return { held, failed }
}

/**
 * Lines of equal value all come at once, and overfill; the first ones of those fill the remaining room. A share
 * of the characters is filled with any lines that fit.
 */
function filled(input: SelectionInput, costs: LineCosts, { held, failed }: Bracket): Choice {
  if (failed === undefined) return held
  const { bound, tokens, characters } = input
  let left = bound.limit - sizeOf(input, held.kept)
  const sizeOfLine = (i: number) => (bound.unit === 'tokens' ? tokens : characters)[i]!
  const { kept } = held
  const take = (line: number) => {
    if (isEmpty(input.structure, line) && kept[line - 1] !== 1 && kept[line + 1] !== 1) return false
    // Two marks more is the most that a line by itself can cost.
    const size = sizeOfLine(line) + (bound.unit === 'tokens' ? 2 * MARK_TOKENS : 0)
    if (size > left) return false
    left -= size
    return true
  }
  const more = bound.unit === 'tokens' ? failed.kept : failed.kept.slice().fill(1)
  addBest(costs, kept, more, take)
  return held
}

/** Raises the cost of a miss until enough lines stay; when in doubt, keep more. */
function enough(input: SelectionInput, costs: LineCosts, choice: Choice): Choice {
  const { minKept } = input
  if (countOf(choice.kept) >= minKept) return choice
  const isTooFew = ({ kept }: Choice) => countOf(kept) < minKept
  const { held, failed } = between(input, costs, 0, HIGHEST, isTooFew)
  const few = countOf(held.kept) >= countOf(choice.kept) ? held : choice
  const { kept, cost } = few
  let missing = minKept - countOf(kept)
  const takeOne = () => missing-- > 0
  if (failed !== undefined) addBest(costs, kept, failed.kept, takeOne)
  // Lines without any support return only if nothing else is left to keep.
  for (let line = 0; missing > 0; line++) {
    if (kept[line] === 1) continue
    kept[line] = 1
    missing--
  }
  return { kept, cost }
}

function sizeOf({ bound, tokens, characters, deadline }: SelectionInput, kept: Uint8Array): number {
  deadline.spend(2 * kept.length)
  if (bound.unit === 'tokens') return shownTokens(kept, tokens)
  let size = 0
  for (let i = 0; i < kept.length; i++) size += kept[i]! * characters[i]!
  return size
}

function countOf(kept: Uint8Array): number {
  let count = 0
  for (let i = 0; i < kept.length; i++) count += kept[i]!
  return count
}
