// A short question about one name in code, such as "How is fopen declared?": the answer is where
// that name is. Lines far from it that match nothing else of the question are needed much less, such as the
// file's licence, its first lines or its last.

import { ORDINARY_WORDS } from '../question/filler-words.js'
import type { ScoringInput } from '../types.js'
import { allNames, FEW, type FoundNames, type NamedLines } from './names.js'
import { linesOfTerms } from './rare-words.js'
import type { Rule } from './rule.js'

const NEARBY = 12
/** A word on more than this share of the lines identifies no place. */
const COMMON_SHARE = 0.02
/** Factor for the probabilities elsewhere. */
const ELSEWHERE = 0.2

export const awayFromNames: Rule = {
  name: 'away-from-names',
  families: ['code'],
  questions: 'plain',
  does: 'Downweights lines far from the few places of a name that contain nothing else of the question.',
  effect: ({ input, names }) => {
    const { split, structure, checkDeadline } = input
    const few = allNames(names).filter(({ lines }) => lines.length > 0 && lines.length <= FEW)
    if (few.length === 0) return undefined
    if (!isCalledByName(names) && !isAboutAll(input, few)) return undefined
    const factors = new Float32Array(split.count).fill(ELSEWHERE)
    for (const { lines } of few)
      for (const line of lines) {
        const last = Math.max(line + NEARBY, structure.blockEnds[line]!)
        factors.fill(1, Math.max(0, line - NEARBY), last + 1)
      }
    checkDeadline()
    const most = Math.max(FEW, COMMON_SHARE * split.count)
    for (const { literal, lines } of linesOfTerms(input, most))
      if (!ORDINARY_WORDS.has(literal)) for (const line of lines) factors[line] = 1
    return { factors }
  },
}

const isCalledByName = ({ named }: FoundNames): boolean =>
  named.some(({ lines }) => lines.length > 0 && lines.length <= FEW)

/** A rare word in a remark about something else does not count: all words of the question must be near it. */
function isAboutAll({ question, words, split }: ScoringInput, few: readonly NamedLines[]): boolean {
  const { vocabulary, starts, ids } = words
  const specificWords = question.specific
    .filter((stem) => !ORDINARY_WORDS.has(stem))
    .flatMap((stem) => vocabulary.find(stem) ?? [])
  return few.some(({ lines }) =>
    lines.some((line) => {
      const from = starts[Math.max(0, line - NEARBY)]
      const near = ids.subarray(from, starts[Math.min(split.count, line + NEARBY + 1)])
      return specificWords.every((word) => near.includes(word))
    }),
  )
}
