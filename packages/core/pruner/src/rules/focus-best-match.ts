// A question that one place of the text answers far better than any other: most of its words stand there
// together, and nowhere else even half of them. What lies elsewhere is then needed much less.

import { rarity } from '../scorer/bm25.js'
import { sum, windowCoverage } from '../scorer/coverage.js'
import { matchVocabulary } from '../scorer/match.js'
import type { ScoringInput } from '../types.js'

/** Share of the question's weight, absent words included, that makes a place the answer. */
const FIRM = 0.3
/** The next best place may have no more than this share of the best one's. */
const LEAD = 0.5
const REACH = 1
const NEARBY = 12
/** What is left of the chances elsewhere: measured on held-out questions. */
const ELSEWHERE = 0.4
const LEAST_AT_HOLD = 0.4
/** A long request is not a question. */
const MOST_TERMS = 24

export function holdFirmly(input: ScoringInput, chances: Float32Array): void {
  const { words, question, split, checkDeadline } = input
  const { terms } = question
  if (terms.length === 0 || terms.length > MOST_TERMS || split.count === 0) return
  const matches = matchVocabulary(words.vocabulary, terms, checkDeadline)
  const weights = rarity(words, matches, terms.length, checkDeadline)
  const present = sum(weights)
  if (present === 0) return
  const unseen = Math.log(1 + (split.count + 0.5) / 0.5)
  const absent = weights.reduce((total, weight) => (weight === 0 ? total + unseen : total), 0)
  const covered = windowCoverage(words, matches, weights, REACH, checkDeadline)
  let best = 0
  for (let i = 1; i < covered.length; i++) {
    if ((i & 4095) === 0) checkDeadline()
    if (covered[i]! > covered[best]!) best = i
  }
  if ((covered[best]! * present) / (present + absent) < FIRM) return
  for (let i = 0; i < covered.length; i++) {
    if ((i & 4095) === 0) checkDeadline()
    if (Math.abs(i - best) > 2 * REACH + 2 && covered[i]! > LEAD * covered[best]!) return
  }
  for (let i = 0; i < chances.length; i++) {
    if ((i & 4095) === 0) checkDeadline()
    if (Math.abs(i - best) > NEARBY) chances[i]! *= ELSEWHERE
  }
  for (let i = Math.max(0, best - REACH); i <= Math.min(chances.length - 1, best + REACH); i++)
    if (covered[i] === covered[best]) chances[i] = Math.max(chances[i]!, LEAST_AT_HOLD)
}
