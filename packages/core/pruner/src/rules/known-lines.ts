// What the evidence says of lines: entries that passed and warnings like those shown tell little more.
import type { Rule } from './rule.js'
import { ALL_FAMILIES } from './rule.js'

/** What is left of the chances of passed entries where the question may be about them after all. */
const SELDOM = 0.02
/** What is left of the chances of warnings like those shown. */
const LIKE_ONE_SHOWN = 0.02

export const passedEntries: Rule = {
  name: 'passed-entries',
  families: ['test'],
  questions: 'any',
  answersOnly: true,
  does: 'Downweights what passed in a test run, unless it is asked about.',
  effect: ({ input: { question }, protection: { passed } }) => {
    if (passed === undefined) return undefined
    const left = question.asks('failures') ? 0 : SELDOM
    return { factors: Float32Array.from(passed, (isPassed) => (isPassed === 1 ? left : 1)) }
  },
}

export const foldedWarnings: Rule = {
  name: 'folded-warnings',
  families: ALL_FAMILIES,
  questions: 'any',
  does: 'Downweights warnings like one that is shown.',
  effect: ({ protection: { warnings } }) =>
    warnings === undefined
      ? undefined
      : { factors: Float32Array.from(warnings.likes, (like) => (like === 0 ? 1 : LIKE_ONE_SHOWN)) },
}
