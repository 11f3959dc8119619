// The two things that a question compares: `the difference between rate and irate`, `rate vs. irate`.

const THING = '(\\S.{0,60}?)'
const END = '\\s*[?.!]?\\s*$'
const COMPARISONS = [
  `\\b(?:differences?|distinction|distinguish|choose|choice) (?:between )?${THING} (?:and|or|from|vs\\.?|versus) ${THING}${END}`,
  `\\b(?:compare|comparison of) ${THING} (?:and|with|to|against) ${THING}${END}`,
  `\\bhow (?:does|do|is|are) ${THING} (?:differ|different) from ${THING}${END}`,
  `^${THING} (?:vs\\.?|versus) ${THING}${END}`,
].map((pattern) => new RegExp(pattern, 'i'))

export function comparedIn(text: string): readonly [string, string] | undefined {
  for (const pattern of COMPARISONS) {
    const [, one, other] = pattern.exec(text) ?? []
    if (one !== undefined && other !== undefined) return [one, other]
  }
  return undefined
}
