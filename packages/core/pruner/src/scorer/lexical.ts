// The scorer for when the weights of the trained one cannot be read: the density of the question's words around a line,
// rare words counting more, and those in the head of its function or section.
import { isHead } from '../text/structure.js'
import type { Scorer, ScoringInput } from '../types.js'
import { type Curve, calibrate } from './calibration.js'
import { squash } from './columns/columns.js'
import { rarity } from './columns/weighted-terms.js'
import { triangle } from './filters.js'

/** How far a word counts, less and less. */
const REACH = 8
/** A line whose density is this has an even score, and one with none of the words the least. */
const HALF = 2
const MIN_SCORE = 0.1

/** The probabilities behind scores on training cases: printed by bench/quality/calibrate.ts. */
const CHANCES: Curve = [-0.129, 1.101, -0.397, -0.756]

export const lexicalScorer: Scorer = {
  name: 'lexical',
  relevance(input) {
    const { structure, checkDeadline } = input
    const line = matchedWeights(input, input.question.terms)
    const scores = triangle(line, REACH)
    for (let i = 0; i < scores.length; i++) {
      if ((i & 4095) === 0) checkDeadline()
      const head = isHead(structure.kinds[i]!) ? i : structure.owners[i]!
      scores[i] = squash(MIN_SCORE + scores[i]! + (head < 0 ? 0 : line[head]!), HALF)
    }
    return scores
  },
  score(input) {
    return calibrate(this.relevance(input), CHANCES, input.checkDeadline)
  },
}

/** The sum of the rarities of the terms that each line contains. */
export function matchedWeights(
  { words, split, checkDeadline }: ScoringInput,
  terms: readonly string[],
): Float32Array {
  const { vocabulary, ids, starts } = words
  const sums = new Float32Array(split.count)
  for (const word of terms.flatMap((term) => vocabulary.find(term) ?? [])) {
    checkDeadline()
    const lines = linesWith(ids, starts, word)
    const weight = rarity(lines.length, split.count)
    for (const line of lines) sums[line]! += weight
  }
  return sums
}

function linesWith(ids: Int32Array, starts: Int32Array, word: number): number[] {
  const lines: number[] = []
  let line = 0
  for (let at = ids.indexOf(word); at !== -1; at = ids.indexOf(word, starts[line + 1])) {
    while (starts[line + 1]! <= at) line++
    lines.push(line)
  }
  return lines
}
