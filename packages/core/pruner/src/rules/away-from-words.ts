// Prose answers where the question's words are together: paragraphs around that place are about something else, and on
// a crawled page each of them is long.
import type { ScoringInput } from '../types.js'
import { linesWithAll } from './lines-with-all.js'
import { linesOfTerms } from './rare-words.js'
import type { Rule } from './rule.js'

/** On more lines than this the words are the text's subject. */
const MAX_LINES = 2
const NEARBY = 2
/** Factor for the probabilities elsewhere. */
const ELSEWHERE = 0.2

export const awayFromWords: Rule = {
  name: 'away-from-words',
  families: ['prose'],
  questions: 'direct',
  answersOnly: true,
  does: 'Downweights lines without a word of the question, if few lines contain all of its words.',
  effect: ({ input, names }) => {
    const rest = { ...input, question: names.rest.question }
    const { specific } = rest.question
    if (specific.length < 2) return undefined
    const together = linesWithAll(rest, specific, MAX_LINES)
    return together.length === 0 ? undefined : { factors: factorsAway(input, together) }
  },
}

function factorsAway(input: ScoringInput, together: readonly number[]): Float32Array {
  const { count } = input.split
  const factors = new Float32Array(count).fill(ELSEWHERE)
  for (const { lines } of linesOfTerms(input, count)) for (const line of lines) factors[line] = 1
  for (const line of together) factors.fill(1, Math.max(0, line - NEARBY), line + NEARBY + 1)
  return factors
}
