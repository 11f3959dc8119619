// A short question about one thing that the code names, as "How is fopen declared?": the answer stands where
// that name does. What lies far from it and holds nothing else of the question is needed much less, be it the
// file's licence, its first lines or its last.

import { ORDINARY_WORDS } from '../question/filler-words.js'
import { FEW } from './asked-names.js'
import { allNames } from './names.js'
import { linesOfTerms } from './rare-words.js'
import type { Rule } from './rule.js'

const NEARBY = 12
/** A word in more lines than this share tells one place from another no more. */
const COMMON_SHARE = 0.02
/** What is left of the chances elsewhere. */
const ELSEWHERE = 0.2

export const awayFromNames: Rule = {
  name: 'away-from-names',
  families: ['code'],
  questions: 'plain',
  does: 'Downweights what lies far from the few places of a name and holds nothing else of the question.',
  effect: ({ input, names }) => {
    const { split, structure, checkDeadline } = input
    const few = allNames(names).filter(({ lines }) => lines.length > 0 && lines.length <= FEW)
    if (few.length === 0) return undefined
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
