// Where the question names something whole (`MCP_PRUNER_CWD`, `left-pad`, `retryDelay`) and the text holds it,
// lines with nothing but pieces of that name are about its relatives: they speak for themselves less.

import type { Question } from '../question/question.js'
import { termsOf } from '../question/terms.js'
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './named-lines.js'

/** In so many lines a name decides. */
const FEW = 8
const compoundPattern = /[a-z\d][A-Z]|\w[_.:-]+\w/
/** What is left of the chances of lines that hold only pieces of the name, and how near they may stand. */
const PIECES_ONLY = 0.4
const NEARBY = 3

const OTHER = 1
const PIECE = 2

export function quietenPieces(
  { question, words, split, checkDeadline }: ScoringInput,
  named: readonly NamedLines[],
  chances: Float32Array,
): void {
  const whole = named.filter(
    ({ literal, lines }) =>
      lines.length > 0 && lines.length <= FEW && compoundPattern.test(literal),
  )
  // Who tells what will be done next names things in passing.
  if (whole.length === 0 || !question.isDirect) return
  const roles = rolesOf(question, whole, words)
  const isNear = new Uint8Array(split.count)
  for (const { lines } of whole)
    for (const line of lines) isNear.fill(1, Math.max(0, line - NEARBY), line + NEARBY + 1)
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (isNear[i] === 1) continue
    let met = 0
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++)
      met |= roles.get(words.ids[w]!) ?? 0
    if (met === PIECE) chances[i]! *= PIECES_ONLY
  }
}

/** Which words of the text are pieces of the names, and which the question has beside them. */
function rolesOf(
  question: Question,
  whole: readonly NamedLines[],
  { vocabulary }: ScoringInput['words'],
): Map<number, number> {
  const others = new Set(question.without(whole.map(({ literal }) => literal)).terms)
  const roles = new Map<number, number>()
  const give = (term: string, role: number) => {
    const number = vocabulary.find(term)
    if (number !== undefined) roles.set(number, role)
  }
  for (const term of others) give(term, OTHER)
  for (const { literal } of whole)
    for (const term of termsOf(literal)) if (!others.has(term)) give(term, PIECE)
  return roles
}
