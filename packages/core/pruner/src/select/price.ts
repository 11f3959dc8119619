// What a miss costs the reader, in tokens: another turn and the run fetched back, sometimes everything.
// Fitted on recorded sessions and on questions about code bases; bench/README.md says how.
import { goalTerms } from '../score/goal.js'

/** A further turn beyond what is fetched back: small outputs are cheap to read again. */
const TURN = 400
/** Of the text, what is fetched back. It grows less than the text does: of a large one only a run is. */
const FETCHED = 3.9
const GROWTH = 0.85
/** Beyond this size nobody fetches more than from a text of this size. */
const LARGE = 12_000
/** Beyond this one a reader searches rather than reads: the longer the text, the smaller the answer. */
const HUGE = 20_000

/** The chances of a text that no call gave come from a network of its own, and run lower by this much. */
const ALONE = 1.18

export interface Question {
  readonly goal: string
  /** The words of the call that gave the text. */
  readonly context?: string
}

export function priceOfMiss(textTokens: number, { goal, context }: Question): number {
  const price = TURN + FETCHED * Math.min(textTokens, LARGE) ** GROWTH
  const searched = textTokens > HUGE ? HUGE / textTokens : 1
  return searched * price * (asksHow(goal) ? BROAD : 1) * (context === undefined ? ALONE : 1)
}

/** A question about how things work is answered in several places, and each is missed by itself. */
const BROAD = 1.45
const BROAD_WORDS = 6

function asksHow(goal: string): boolean {
  if (!/^\s*(?:how|what|why|which|where|in what|does|explain|describe)\b/i.test(goal)) return false
  return goalTerms(goal).length >= BROAD_WORDS
}

/** When a caller condenses a text it has decided to prune; what is missed is weighed against all of it. */
const CONDENSED = 0.9

export function priceWhenCondensing(textTokens: number): number {
  return CONDENSED * textTokens
}
