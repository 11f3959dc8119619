// Passed entries of a test run say little more than that they passed.
import type { Rule } from './rule.js'

/** Factor for passed entries if the question may be about them after all. */
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
