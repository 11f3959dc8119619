// A licence over code answers nothing but questions about it.
import { isLicence, licenceIn, openingComment } from '../text/opening-comment.js'
import type { Rule } from './rule.js'

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
