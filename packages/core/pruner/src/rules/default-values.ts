// *What is the default for following links?* is answered where a plain value is written behind the name:
// `follow_links: false`. Descriptions of the setting hold the words too, and more often.
import { lineText } from '../text/lines.js'
import type { ScoringInput } from '../types.js'
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
    const certain = linesWithValue(input, named)
    return certain.length === 0 ? undefined : { certain }
  },
}

const DEFAULT = 'default'

function linesWithValue(input: ScoringInput, named: readonly string[]): number[] {
  const { words, split, checkDeadline } = input
  const bit = new Int32Array(words.vocabulary.stems.length)
  for (const [q, stem] of named.entries()) {
    const number = words.vocabulary.find(stem)
    if (number === undefined) return []
    bit[number] = 1 << q
  }
  const all = (1 << named.length) - 1
  const lines: number[] = []
  for (let i = 0; i < split.count && lines.length <= MOST_LINES; i++) {
    if ((i & 1023) === 0) checkDeadline()
    let seen = 0
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) seen |= bit[words.ids[w]!]!
    if (seen === all && PLAIN_VALUE.test(lineText(split, i, LONGEST_LINE))) lines.push(i)
  }
  return lines.length <= MOST_LINES ? lines : []
}
