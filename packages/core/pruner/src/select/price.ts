// The cost of a miss to the reader, in tokens: another turn and the recovered run, sometimes everything.
// bench/quality/fit-price.ts fits the constants on training cases and prints the results.
import type { Question } from '../question/question.js'
import type { Family } from '../text/family.js'
import type { PruneRequest } from '../types.js'

export interface PriceConstants {
  /** A further turn beyond what is recovered: small outputs are cheap to read again. */
  readonly turn: number
  /** The recovered share of the text. It grows more slowly than the text: of a large one only a run is recovered. */
  readonly fetched: number
  readonly growth: number
  /** A question about how things work is answered in several places, and each may be missed. */
  readonly broad: number
}

/** For implicit questions about output and about code, and for explicit questions, which have a network of their own. */
export const OUTPUT_MISS_COST: PriceConstants = {
  turn: 1000,
  fetched: 8.7,
  growth: 0.7,
  broad: 1.4,
}
export const VIEW_MISS_COST: PriceConstants = { turn: 930, fetched: 8.1, growth: 0.7, broad: 1.4 }
export const QUESTION_MISS_COST: PriceConstants = {
  turn: 300,
  fetched: 3.8,
  growth: 0.86,
  broad: 1.3,
}

/** Prose says in one paragraph what code spreads over several places. */
const PROSE_QUESTION_MISS_COST: PriceConstants = {
  ...QUESTION_MISS_COST,
  turn: 225,
  fetched: 2.85,
}

/** Beyond this size nobody recovers more than from a text of this size. */
const LARGE = 12_000
/** Beyond this one a reader searches: the longer the text, the smaller the answer. */
const SEARCHED = 16_000
/** However long the text, an answer is worth this share of what it would be in a large one. */
const MIN_SHARE = 0.15

export function priceConstants(
  { origin }: Pick<PruneRequest, 'origin'>,
  family: Family,
): PriceConstants {
  if (origin === 'explicit')
    return family === 'prose' ? PROSE_QUESTION_MISS_COST : QUESTION_MISS_COST
  return family === 'code' ? VIEW_MISS_COST : OUTPUT_MISS_COST
}

export function priceOfMiss(
  textTokens: number,
  question: Question,
  constants: PriceConstants,
): number {
  const factor = question.origin === 'explicit' ? questionFactor(question) : 1
  const { turn, fetched, growth, broad } = constants
  const price = turn + fetched * Math.min(textTokens, LARGE) ** growth
  const share = Math.max(MIN_SHARE, Math.min(1, SEARCHED / textTokens))
  return price * (question.isBroad ? broad : 1) * share * factor
}

/**
 * A sentence of a few words asks about one place, and what is fetched back for a miss is small; each further word asks
 * about more. How something behaves takes more lines than a fact. A statement, such as a commit
 * message, describes a change, which has several places.
 */
const SHORT_QUESTION = { terms: 5, fact: 0.3, behaviour: 0.6, perTerm: 0.04 } as const

function questionFactor(question: Question): number {
  if (!question.isDirect) return 1
  const share = question.asks('behaviour') ? SHORT_QUESTION.behaviour : SHORT_QUESTION.fact
  const more = Math.max(0, question.terms.length - SHORT_QUESTION.terms)
  return Math.min(1, share + more * SHORT_QUESTION.perTerm)
}

/** A caller that condenses a text has decided to prune; a miss is measured against all of it. */
const CONDENSED = 0.9

export function priceWhenCondensing(textTokens: number): number {
  return CONDENSED * textTokens
}
