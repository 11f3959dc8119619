// Entries of a test run that passed tell little more than that they did.
import type { Rule } from './rule.js'

/** What is left of the chances of passed entries where the question may be about them after all. */
const SELDOM = 0.02

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
