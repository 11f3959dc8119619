// Everything known about a text before lines are chosen, and the input of that choice.
import type { Protected } from '../evidence/protect.js'
import { likelihood, type NamedLines } from '../rules/names.js'
import { PRICE_OF_OUTLINE } from '../rules/outline.js'
import type { Answer } from '../shapes/answer.js'
import type { LineParts, PruneRequest, Scorer, ScoringInput } from '../types.js'
import { readerOf } from './expected-cost.js'
import { isCondensing } from './left-alone.js'
import { limitsOf } from './limits.js'
import { priceConstants, priceOfMiss, priceWhenCondensing } from './price.js'
import type { ScoredLines, SelectionInput } from './select.js'

export interface ScoredText {
  readonly input: ScoringInput
  readonly named: readonly NamedLines[]
  /** The scorer that was used in the end. */
  readonly scorer: Scorer
  /** Tokens of the whole text, estimated. */
  readonly textTokens: number
  /** Whether the question is about all of the text: probabilities are then how much a line shows of its layout. */
  readonly isAboutAll: boolean
  /** Whether the question is answered by the greatest or least number, not by words. */
  readonly isByNumbers: boolean
  /** Evidence of failures, including what the answer only counts. */
  readonly reported: Protected
  /** The answer from the text's own structure, if the question has such a shape. */
  readonly answer?: Answer
  /** The shown pieces of shortened lines. */
  readonly inside: readonly LineParts[]
  readonly lines: ScoredLines
}

export function selectionInput(request: PruneRequest, scored: ScoredText): SelectionInput {
  const { lines, isAboutAll } = scored
  return {
    ...lines,
    ...limitsOf(request, lines.split, isAboutAll),
    fillsWithEvidence: fillsWithEvidence(request, scored),
    priceOfMiss: isAboutAll ? PRICE_OF_OUTLINE : priceFor(request, scored),
    ...withReader(request, scored),
  }
}

/** If the question names something in the text, errors are shown to warn, not to answer. */
export function fillsWithEvidence(request: PruneRequest, { input, lines }: ScoredText): boolean {
  if (isCondensing(request) || request.budget !== undefined) return true
  return input.question.asks('failures') && !lines.certain.includes(1)
}

function priceFor(request: PruneRequest, { input, named, textTokens }: ScoredText): number {
  if (isCondensing(request)) return priceWhenCondensing(textTokens)
  const constants = priceConstants(request, input.family)
  const { priceOfMiss: price = priceOfMiss(textTokens, input.question, constants) } = request
  return price * likelihood(input, named)
}

/** An implicit question says little about how much is needed: recorded sessions decide. */
function withReader(
  request: PruneRequest,
  { input, named, isAboutAll, lines, textTokens }: ScoredText,
): Pick<SelectionInput, 'reader'> {
  if (!lines.isImplicit || isAboutAll) return {}
  if (request.budget !== undefined || request.priceOfMiss !== undefined) return {}
  const words = input.question.specific.length
  return { reader: readerOf(input.family, words, textTokens, likelihood(input, named)) }
}
