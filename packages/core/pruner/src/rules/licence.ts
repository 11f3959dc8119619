// A licence over code answers nothing but questions about it.
import { isLicence, licenceIn, openingComment } from '../text/opening-comment.js'
import type { ScoringInput } from '../types.js'

/** What is left of the chances of its lines. */
const OF_LICENCE = 0.1

export function quietenLicence(
  { split, structure, family, question }: ScoringInput,
  chances: Float32Array,
): void {
  if (family !== 'code' || question.asks('licence')) return
  const end = openingComment(split, structure)
  if (end === 0 || !isLicence(split, end)) return
  const [first, last] = licenceIn(split, end)
  for (let i = first; i < last; i++) chances[i]! *= OF_LICENCE
}
