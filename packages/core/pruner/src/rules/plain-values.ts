// *What is the default for following links?* is answered where a plain value is written behind the name:
// `follow_links: false`. *How deep may it be nested?* where a number is: `remaining_depth: 128`. Descriptions contain
// the words too, and more often.
import { lineText } from '../text/lines.js'
import { wordsOf } from '../text/words.js'
import type { ScoringInput } from '../types.js'
import { bestCovered, linesWithAll } from './lines-with-all.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

const MOST_LINES = 3
const MOST_WORDS = 4
const LONGEST_LINE = 200
const NUMBER = String.raw`-?\d[\w.]*(?:\s*\*{1,2}\s*\d[\w.]*){0,4}`
const END = String.raw`\s*[,;)}]*\s*(?:\/\/.*|#.*)?$`
const BEHIND_NAME = String.raw`[\w"'\])?]\s*(?::=|[:=]|=>)\s*`
const PLAIN_VALUE = new RegExp(
  `${BEHIND_NAME}(?:true|false|nil|none|null|undefined|${NUMBER}|"[^"]{0,80}"|'[^']{0,80}')${END}`,
  'i',
)
const PLAIN_NUMBER = new RegExp(`${BEHIND_NAME}${NUMBER}${END}`)
const ASSIGNED = /^\s*(?:this\.|self\.|[$@])?([\w.]+)\s*:?=(?!=)/
const GIVEN_NOTHING =
  /\b(?:if|unless)\s*\(?\s*(?:not\s+|!\s*)?(?:this\.|self\.|[$@])?([\w.]+)(?:\s*(?:is None|={2,3}\s*(?:nil|null|undefined|NULL|None|""|''|0)))?\s*\)?\s*[:{]?\s*$/
const FALLBACK = /[\w\])]\s*(?:\?\?=|\|\|=)/
const LIMIT_ASKED =
  /\bhow (?:long|large|big|deep(?:ly)?|many|much|high|wide|far|often)\b.{1,60}\b(?:may|can|could|before|at most)\b|\b(?:max|maximum|limit|longest|largest|biggest|deepest|at most)\b/i
const LIMITS = new Set(wordsOf('limit max maximum size depth length len count capacity threshold'))

export const plainValues: Rule = {
  name: 'plain-values',
  families: ALL_FAMILIES.filter((family) => family === 'code' || family === 'data'),
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that write a plain value behind the name whose default or limit is asked for.',
  effect: ({ input }) => {
    const certain = [...defaults(input), ...fallbacks(input), ...limits(input)]
    return certain.length === 0 ? undefined : { certain }
  },
}

const DEFAULT = 'default'

function defaults(input: ScoringInput): number[] {
  const { terms, specific } = input.question
  const named = specific.filter((stem) => stem !== DEFAULT)
  if (!terms.includes(DEFAULT) || named.length === 0 || named.length > MOST_WORDS) return []
  return linesWithAll(input, named, MOST_LINES, (line) =>
    PLAIN_VALUE.test(lineText(input.split, line, LONGEST_LINE)),
  )
}

/** `if methods is None: methods = ["GET"]`, `size ??= 10`: what a name is set to where nothing was given. */
function fallbacks(input: ScoringInput): number[] {
  const { terms, specific } = input.question
  const named = specific.filter((stem) => stem !== DEFAULT)
  if (!terms.includes(DEFAULT) || named.length === 0) return []
  const { split } = input
  const lines = bestCovered(input, named, MOST_LINES, 1, (line) => {
    const written = lineText(split, line, LONGEST_LINE)
    if (FALLBACK.test(written)) return true
    const name = ASSIGNED.exec(written)?.[1]
    const above = line === 0 ? '' : lineText(split, line - 1, LONGEST_LINE)
    return name !== undefined && GIVEN_NOTHING.exec(above)?.[1] === name
  })
  return lines.flatMap((line) =>
    FALLBACK.test(lineText(split, line, LONGEST_LINE)) ? [line] : [line - 1, line],
  )
}

function limits(input: ScoringInput): number[] {
  const { text, specific } = input.question
  if (!LIMIT_ASKED.test(text)) return []
  const named = specific.filter((stem) => stem !== DEFAULT && !LIMITS.has(stem))
  return bestCovered(input, named, MOST_LINES, 1, (line) => {
    const written = lineText(input.split, line, LONGEST_LINE)
    return PLAIN_NUMBER.test(written) && wordsOf(written).some((stem) => LIMITS.has(stem))
  })
}
