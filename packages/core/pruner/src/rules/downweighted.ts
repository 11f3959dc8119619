// What says little: passed entries of a test run, warnings like one that is shown, a licence over code.

import { isLicence, licenceIn, openingComment } from '../text/opening-comment.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

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
    const factors = new Float32Array(passed.length).fill(1)
    for (let i = 0; i < factors.length; i++) if (passed[i] === 1) factors[i] = left
    return { factors }
  },
}

/** Factor for warnings like those shown. */
const LIKE_ONE_SHOWN = 0.02

export const foldedWarnings: Rule = {
  name: 'folded-warnings',
  families: ALL_FAMILIES,
  questions: 'any',
  does: 'Downweights warnings like one that is shown.',
  effect: ({ protection: { warnings } }) => {
    if (warnings === undefined) return undefined
    const { likes } = warnings
    const factors = new Float32Array(likes.length).fill(1)
    for (let i = 0; i < factors.length; i++) if (likes[i] !== 0) factors[i] = LIKE_ONE_SHOWN
    return { factors }
  },
}

/** Factor for its lines. */
const OF_LICENCE = 0.1

export const licence: Rule = {
  name: 'licence',
  families: ['code'],
  questions: 'any',
  does: 'Downweights the licence over code, unless it is asked about.',
  effect: ({ input: { split, structure, question } }) => {
    if (question.asks('licence')) return undefined
    const end = openingComment(split, structure)
    if (end === 0 || !isLicence(split, end)) return undefined
    const [first, last] = licenceIn(split, end)
    return { factors: new Float32Array(split.count).fill(1).fill(OF_LICENCE, first, last) }
  },
}
