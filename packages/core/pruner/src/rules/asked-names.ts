// Plain words of a short question that code declares or calls in few lines, as in *How is fopen declared?*
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { specificTerms, termsOf } from '../question/terms.js'
import { lineFinder } from '../text/lines.js'
import { linesWith, literalFilter } from '../text/literals.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './names.js'

/** In more lines a name does not tell where to look. */
export const FEW = 8

/** Plain words of the question that the code declares or calls in few lines, and those lines. */
export function calledNames(input: ScoringInput): NamedLines[] {
  const { question, split, words: known, family, checkDeadline } = input
  if (family !== 'code' || !question.isPlain) return []
  const found: NamedLines[] = []
  const mayHold = literalFilter(split, known)
  for (const literal of question.plainWords) {
    checkDeadline()
    if (!mayHold(literal) || isOrdinaryWord(literal)) continue
    if (!new RegExp(`(?<![\\w$])${literal} ?\\(`).test(split.text)) continue
    const lines = linesWith(literal, split.text, lineFinder(split))
    if (lines.length > 0 && lines.length <= FEW) found.push({ literal, lines })
  }
  return found
}

/** Whether a word says nothing that only some texts are about. */
export const isOrdinaryWord = (word: string): boolean =>
  specificTerms(termsOf(word)).every((term) => ORDINARY_WORDS.has(term))
