// A short question about one thing that the code names, as "How is fopen declared?": the answer stands where
// that name does. What lies far from it and holds nothing else of the question is needed much less, be it the
// file's licence, its first lines or its last.
import { wordsOf } from '../split/words.js'
import type { ScoringInput } from '../types.js'
import { goalTerms, isDirectQuestion } from './goal.js'
import type { NamedLines } from './named-lines.js'
import { linesOfTerms, specificTerms } from './rare-words.js'

/** A longer question is about more than what it names. */
const MOST_TERMS = 8
/** In more lines a name does not tell where to look. */
export const FEW = 8
const NEARBY = 12
/** A word in more lines than this share tells one place from another no more. */
const COMMON_SHARE = 0.02
/** Of so few words one that stands in so few lines is what was meant. */
const VERY_FEW = 3
const RARE = 4
/** What is left of the chances elsewhere. */
const ELSEWHERE = 0.2

/** Words that ask of a name what it is: the code around any other name holds them too. */
const ABOUT_NAMES = new Set(
  wordsOf(
    `declare declared declaration define defined definition signature return returns returned take takes
    argument arguments parameter parameters accept accepts implement implemented prototype raise raised
    throw throws thrown mean means default body`,
  ),
)

/** Plain words of the question that the code declares or calls. */
export function calledIn({ goal, split, family }: ScoringInput): string[] {
  if (family !== 'code' || !isShort(goal)) return []
  const written = goal.match(/(?<![\w.-])[A-Za-z_]\w{3,39}(?![\w-])/g) ?? []
  return [...new Set(written)].filter(
    (word) =>
      specificTerms(word).some((term) => !ABOUT_NAMES.has(term)) &&
      new RegExp(`(?<![\\w$])${word} ?\\(`).test(split.text),
  )
}

/** In place: lowers what lies far from the few places of a name, or of the one rare word of very few. */
export function quietenElsewhere(
  input: ScoringInput,
  named: readonly NamedLines[],
  chances: Float32Array,
): void {
  const { goal, split, structure, family, checkDeadline } = input
  if (family !== 'code' || !isShort(goal)) return
  const few = placesOf(input, named)
  if (few.length === 0) return
  const isNear = new Uint8Array(split.count)
  for (const { lines } of few)
    for (const line of lines) {
      const last = Math.max(line + NEARBY, structure.blockEnds[line]!)
      isNear.fill(1, Math.max(0, line - NEARBY), last + 1)
    }
  const most = Math.max(FEW, COMMON_SHARE * split.count)
  for (const { literal, lines } of linesOfTerms(input, most))
    if (!ABOUT_NAMES.has(literal)) for (const line of lines) isNear[line] = 1
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (isNear[i] === 0) chances[i]! *= ELSEWHERE
  }
}

function placesOf(input: ScoringInput, named: readonly NamedLines[]): readonly NamedLines[] {
  const names = named.filter(({ lines }) => lines.length > 0 && lines.length <= FEW)
  if (names.length > 0) return names
  const terms = specificTerms(input.goal).filter((term) => !ABOUT_NAMES.has(term))
  return terms.length <= VERY_FEW ? linesOfTerms(input, RARE) : []
}

const isShort = (goal: string) => isDirectQuestion(goal) && goalTerms(goal).length <= MOST_TERMS
