// *Which pods are not running?* is answered by the rows without the word that nearly all rows have.

import { ROWS, type Rule } from './rule.js'

/** At least this share of the lines contain the word, and at most so many do not. */
const MOST_SHARE = 0.7
const MOST_ROWS = 40
const FEWEST_LINES = 8
/** Factor for rows with it. */
const OTHERWISE = 0.05

export const rowsWithout: Rule = {
  name: 'rows-without',
  families: ROWS,
  questions: 'direct',
  does: 'Makes the few rows certain that lack the word which the question denies.',
  effect: ({ input: { question, split, structure, words, checkDeadline } }) => {
    const { negated } = question
    const id = negated === undefined ? undefined : words.vocabulary.find(negated)
    if (id === undefined || split.count < FEWEST_LINES) return undefined
    const certain: number[] = []
    let rows = 0
    for (let i = 0; i < split.count; i++) {
      if ((i & 1023) === 0) checkDeadline()
      if (structure.indents[i]! < 0) continue
      rows++
      if (!words.ids.subarray(words.starts[i], words.starts[i + 1]).includes(id)) certain.push(i)
    }
    if (certain.length > Math.min(MOST_ROWS, (1 - MOST_SHARE) * rows)) return undefined
    return { factors: OTHERWISE, certain }
  },
}
