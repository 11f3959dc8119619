// The lines that an answer keeps at any cost of a miss, scored only once: for fitting that cost.
import { Deadline } from '../deadline.js'
import { score } from '../prune.js'
import { likelihood } from '../rules/names.js'
import { limitsOf, pays } from '../select/limits.js'
import { fillsWithEvidence } from '../select/scored-text.js'
import { selectLines } from '../select/select.js'
import { splitText } from '../text/lines.js'
import type { PruneRequest, Scorer } from '../types.js'

/** `pieces`: the tokens of lines that the answer would shorten. */
export function choicesByPrice(request: PruneRequest, scorer: Scorer) {
  const split = splitText(request.text)
  const scored = score(request, split, scorer, new Deadline(undefined, undefined))
  const { textTokens, lines, input, named, inside } = scored
  const likely = likelihood(input, named)
  const isFull = fillsWithEvidence(request, scored)
  const keptAt = (price: number): Uint8Array => {
    const limits = { ...limitsOf(request, split), priceOfMiss: price * likely, minKept: 0 }
    const { kept, cost } = selectLines({ ...lines, ...limits, fillsWithEvidence: isFull })
    const before = { tokensBefore: textTokens, tokensAfter: 0 }
    const isCut = inside.length > 0 || kept.includes(0)
    return isCut && pays(request, before, cost) ? kept : kept.fill(1)
  }
  const pieces = new Map(inside.map(({ line }) => [line, lines.tokens[line - 1]!]))
  return { textTokens, family: input.family, pieces, keptAt }
}
