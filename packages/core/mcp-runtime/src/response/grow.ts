// Spends what is left of the budget on the strings that were cut: important ones first, and among equals
// each gets the same, so that what a short one does not need goes to the longer ones.
import type { ResponseLimits } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'
import type { Encoding } from '../json/sizes.js'
import type { TextPart } from './parts.js'

export function growTexts(
  texts: readonly TextPart[],
  budget: number,
  limits: ResponseLimits,
  encoding: Encoding,
): void {
  const cut = texts.filter((text) => !text.whole)
  const left = share(
    cut.filter((text) => text.important),
    budget,
    limits,
    encoding,
  )
  share(
    cut.filter((text) => !text.important),
    left,
    limits,
    encoding,
  )
}

function share(
  texts: readonly TextPart[],
  budget: number,
  { maxStringLength, truncationSuffix }: ResponseLimits,
  encoding: Encoding,
): number {
  const longest = (text: TextPart, bytes: number) =>
    cutText(text.full, maxStringLength, bytes, truncationSuffix, encoding)
  const needs = texts
    .map((text) => ({ text, need: longest(text, text.cost + budget).cost - text.cost }))
    .sort((a, b) => a.need - b.need)
  let left = budget
  for (const [index, { text }] of needs.entries()) {
    const grown = longest(text, text.cost + Math.floor(left / (needs.length - index)))
    left -= grown.cost - text.cost
    Object.assign(text, grown)
  }
  return left
}
