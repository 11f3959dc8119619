// Plain words of a short question that code declares or calls in few lines, as in *How is fopen declared?*
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { specificTerms, termsOf } from '../question/terms.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './names.js'

/** On more lines a name does not show where to look. */
export const FEW = 8

/** Plain words of the question that the code declares or calls on few lines, and those lines. */
export function calledNames(
  input: ScoringInput,
  linesOf: (literal: string) => number[],
): NamedLines[] {
  const { question, split, family, checkDeadline } = input
  if (family !== 'code' || !question.isPlain) return []
  const found: NamedLines[] = []
  for (const literal of question.plainWords) {
    checkDeadline()
    const lines = linesOf(literal)
    if (lines.length === 0 || lines.length > FEW || isOrdinaryWord(literal)) continue
    const call = isCalled(literal)
    if (lines.some((line) => call.test(split.text.slice(split.starts[line], split.ends[line]))))
      found.push({ literal, lines })
  }
  return found
}

/** In a comment a remark may follow in brackets: `will be flushed (or attempted to`. */
const isCalled = (name: string): RegExp =>
  new RegExp(`^(?!\\s*(?://|\\*|#\\s|--)).*(?<![\\w$])${name} ?\\(`, 'm')

/** Whether a word is too general to identify a text. */
export const isOrdinaryWord = (word: string): boolean =>
  specificTerms(termsOf(word)).every((term) => ORDINARY_WORDS.has(term))
