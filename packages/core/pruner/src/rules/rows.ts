// In a listing or search results, the entries that match most of the question: *the tests of the gateway*
// are the paths with both words, however many match one of them.
import { LISTING_WORDS } from '../question/filler-words.js'
import { maximum } from '../scorer/filters.js'
import { matchedWeights } from '../scorer/lexical.js'
import type { ScoringInput } from '../types.js'
import { ROWS, type Rule } from './rule.js'

const MAX_FOUND = 60
/** Share of the best entry's weight from which another counts as matching. */
const NEARLY = 0.95

export const bestRows: Rule = {
  name: 'best-rows',
  families: ['search'],
  questions: 'direct',
  does: 'Makes certain the few entries that contain at least two words of the question.',
  effect: ({ names }) => {
    const certain = findBestRows(names.rest)
    return certain.length === 0 ? undefined : { certain }
  },
}

function findBestRows(input: ScoringInput): number[] {
  const { question, words } = input
  const { vocabulary, ids, starts } = words
  const terms = question.terms.filter((term) => !LISTING_WORDS.has(term))
  const weights = matchedWeights(input, terms)
  const best = maximum(weights)
  const at = weights.indexOf(best)
  const own = ids.subarray(starts[at], starts[at + 1])
  const matched = terms.filter((term) => own.includes(vocabulary.find(term) ?? -1))
  if (matched.length < 2) return []
  const found = [...weights.keys()].filter((line) => weights[line]! >= NEARLY * best)
  return found.length <= MAX_FOUND ? found : []
}

// *Which pods are not running?* is answered by the rows without the word that nearly all rows have.

/** At least this share of the lines contain the word, and at most so many do not. */
const MAX_SHARE = 0.7
const MAX_ROWS = 40
const MIN_LINES = 8
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
    if (id === undefined || split.count < MIN_LINES) return undefined
    const certain: number[] = []
    let rows = 0
    checkDeadline()
    for (let i = 0; i < split.count; i++) {
      if (structure.indents[i]! < 0) continue
      rows++
      if (!words.ids.subarray(words.starts[i], words.starts[i + 1]).includes(id)) certain.push(i)
    }
    if (certain.length > Math.min(MAX_ROWS, (1 - MAX_SHARE) * rows)) return undefined
    return { factors: OTHERWISE, certain }
  },
}
