// A short question about one thing that the code names, as "How is fopen declared?": the answer stands where
// that name does. What lies far from it and holds nothing else of the question is needed much less, be it the
// file's licence, its first lines or its last.
import { wordsOf } from '../split/words.js'
import type { ScoringInput } from '../types.js'
import { goalTerms, isDirectQuestion } from './goal.js'
import type { NamedLines } from './named-lines.js'
import { specificTerms } from './rare-words.js'

/** A longer question is about more than what it names. */
const MOST_TERMS = 8
/** In more lines a name does not tell where to look. */
export const FEW = 8
const NEARBY = 12
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

export function quietenElsewhere(
  { goal, words, split, structure, family, checkDeadline }: ScoringInput,
  named: readonly NamedLines[],
  chances: Float32Array,
): void {
  if (family !== 'code' || !isShort(goal)) return
  const few = named.filter(({ lines }) => lines.length > 0 && lines.length <= FEW)
  if (few.length === 0) return
  const isNear = new Uint8Array(split.count)
  for (const { lines } of few)
    for (const line of lines)
      isNear.fill(
        1,
        Math.max(0, line - NEARBY),
        Math.max(line + NEARBY, structure.blockEnds[line]!) + 1,
      )
  const rest = few.reduce((text, { literal }) => text.replaceAll(literal, ' '), goal)
  const others = new Set<number>()
  for (const term of goalTerms(rest)) {
    const number = ABOUT_NAMES.has(term) ? undefined : words.vocabulary.find(term)
    if (number !== undefined) others.add(number)
  }
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (isNear[i] === 0 && !holdsAny(i)) chances[i]! *= ELSEWHERE
  }

  function holdsAny(line: number): boolean {
    for (let w = words.starts[line]!; w < words.starts[line + 1]!; w++)
      if (others.has(words.ids[w]!)) return true
    return false
  }
}

const isShort = (goal: string) => isDirectQuestion(goal) && goalTerms(goal).length <= MOST_TERMS
