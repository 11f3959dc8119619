// Plain words of a short question that code declares or calls in few lines, as in *How is fopen declared?*
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { specificTerms, termsOf } from '../question/terms.js'
import { lineFinder } from '../text/lines.js'
import { linesWith, literalFilter } from '../text/literals.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './names.js'

/** On more lines a name does not show where to look. */
export const FEW = 8

/** Plain words of the question that the code declares or calls on few lines, and those lines. */
export function calledNames(input: ScoringInput): NamedLines[] {
  const { question, split, words: known, family, checkDeadline } = input
  if (family !== 'code' || !question.isPlain) return []
  const found: NamedLines[] = []
  const mayHold = literalFilter(split, known)
  for (const literal of question.plainWords) {
    checkDeadline()
    if (!mayHold(literal) || isOrdinaryWord(literal)) continue
    if (!isCalled(literal).test(split.text)) continue
    const lines = linesWith(literal, split.text, lineFinder(split))
    if (lines.length > 0 && lines.length <= FEW) found.push({ literal, lines })
  }
  return found
}

/** In a comment a remark may follow in brackets: `will be flushed (or attempted to`. */
const isCalled = (name: string): RegExp =>
  new RegExp(`^(?!\\s*(?://|\\*|#\\s|--)).*(?<![\\w$])${name} ?\\(`, 'm')

/** Whether a word is too general to identify a text. */
export const isOrdinaryWord = (word: string): boolean =>
  specificTerms(termsOf(word)).every((term) => ORDINARY_WORDS.has(term))
