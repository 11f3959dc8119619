// *What is the default for following links?* is answered where a plain value is written behind the name:
// `follow_links: false`. Descriptions of the setting hold the words too, and more often.
import { lineText } from '../text/lines.js'
import { linesWithAll } from './lines-with-all.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

const MOST_LINES = 3
const MOST_WORDS = 4
const LONGEST_LINE = 200
const PLAIN_VALUE =
  /[\w"'\])?]\s*(?::=|[:=]|=>)\s*(?:true|false|nil|none|null|undefined|-?\d[\w.]*|"[^"]{0,80}"|'[^']{0,80}')\s*[,;)}]*\s*(?:\/\/.*|#.*)?$/i

export const defaultValues: Rule = {
  name: 'default-values',
  families: ALL_FAMILIES.filter((family) => family === 'code' || family === 'data'),
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that write a plain value behind the name whose default is asked for.',
  effect: ({ input }) => {
    const { terms, specific } = input.question
    const named = specific.filter((stem) => stem !== DEFAULT)
    if (!terms.includes(DEFAULT) || named.length === 0 || named.length > MOST_WORDS)
      return undefined
    const { split } = input
    const certain = linesWithAll(input, named, MOST_LINES, (line) =>
      PLAIN_VALUE.test(lineText(split, line, LONGEST_LINE)),
    )
    return certain.length === 0 ? undefined : { certain }
  },
}

const DEFAULT = 'default'
