// In a listing or search results, the entries that match most of the question: *the tests of the gateway*
// are the paths with both words, however many match one of them.
import { LISTING_WORDS } from '../question/filler-words.js'
import { rarity } from '../scorer/bm25.js'
import { matchVocabulary } from '../scorer/match.js'
import type { ScoringInput } from '../types.js'
import { ROWS, type Rule } from './rule.js'

const MOST = 60
/** Share of the best entry's weight from which another counts as matching. */
const NEARLY = 0.95

export const bestRows: Rule = {
  name: 'best-rows',
  families: ['search'],
  questions: 'direct',
  does: 'Makes certain the few entries that hold two words of the question or more.',
  effect: ({ names }) => {
    const certain = fullestRows(names.rest)
    return certain.length === 0 ? undefined : { certain }
  },
}

function fullestRows({ question, split, words, checkDeadline }: ScoringInput): number[] {
  const terms = question.terms.filter(
    (term) => !LISTING_WORDS.has(term) && words.vocabulary.find(term) !== undefined,
  )
  if (terms.length < 2) return []
  const matches = matchVocabulary(words.vocabulary, terms, checkDeadline)
  const weights = rarity(words, matches, terms.length, checkDeadline)
  const held = new Float32Array(split.count)
  const seen = new Int32Array(terms.length).fill(-1)
  let best = 0
  let together = 0
  for (let i = 0; i < held.length; i++) {
    if ((i & 1023) === 0) checkDeadline()
    let met = 0
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) {
      const id = words.ids[w]!
      const term = matches.termOf[id]!
      // Only whole words: parts of words are in most paths.
      if (term < 0 || matches.strength[id] !== 1 || seen[term] === i) continue
      seen[term] = i
      met++
      held[i]! += weights[term]!
    }
    if (held[i]! <= best) continue
    best = held[i]!
    together = met
  }
  if (together < 2) return []
  const fullest: number[] = []
  for (let i = 0; i < held.length; i++) if (held[i]! >= NEARLY * best) fullest.push(i)
  return fullest.length <= MOST ? fullest : []
}

// *Which pods are not running?* is answered by the rows without the word that nearly all rows have.

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
