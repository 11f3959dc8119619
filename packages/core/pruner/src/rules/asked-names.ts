// A short question about one thing that the code names, as "How is fopen declared?": the answer stands where
// that name does. What lies far from it and holds nothing else of the question is needed much less, be it the
// file's licence, its first lines or its last.

import { ORDINARY_WORDS } from '../question/filler-words.js'
import { specificTerms, termsOf } from '../question/terms.js'
import { lineFinder } from '../text/lines.js'
import { linesWith, literalFilter } from '../text/literals.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './named-lines.js'
import { linesOfTerms } from './rare-words.js'

/** In more lines a name does not tell where to look. */
export const FEW = 8
const NEARBY = 12
/** A word in more lines than this share tells one place from another no more. */
const COMMON_SHARE = 0.02
/** What is left of the chances elsewhere. */
const ELSEWHERE = 0.2

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

/** In place: lowers what lies far from the few places of a name. */
export function quietenElsewhere(
  input: ScoringInput,
  named: readonly NamedLines[],
  chances: Float32Array,
): void {
  const { question, split, structure, family, checkDeadline } = input
  if (family !== 'code' || !question.isPlain) return
  const few = named.filter(({ lines }) => lines.length > 0 && lines.length <= FEW)
  if (few.length === 0) return
  const isNear = new Uint8Array(split.count)
  for (const { lines } of few)
    for (const line of lines) {
      const last = Math.max(line + NEARBY, structure.blockEnds[line]!)
      isNear.fill(1, Math.max(0, line - NEARBY), last + 1)
    }
  const most = Math.max(FEW, COMMON_SHARE * split.count)
  for (const { literal, lines } of linesOfTerms(input, most))
    if (!ORDINARY_WORDS.has(literal)) for (const line of lines) isNear[line] = 1
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (isNear[i] === 0) chances[i]! *= ELSEWHERE
  }
}

/** Whether a word says nothing that only some texts are about. */
export const isOrdinaryWord = (word: string): boolean =>
  specificTerms(termsOf(word)).every((term) => ORDINARY_WORDS.has(term))
