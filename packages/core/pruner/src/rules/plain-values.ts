// *What is the default for following links?* is answered where a plain value is written behind the name:
// `follow_links: false`. *How deep may it be nested?* where a number is. Descriptions contain the words too, and more
// often.
import { lineText } from '../text/lines.js'
import { wordsOf } from '../text/words.js'
import type { ScoringInput } from '../types.js'
import { bestCovered, linesWithAll } from './lines-with-all.js'
import { ALL_FAMILIES, type Rule } from './rule.js'

const MAX_LINES = 3
const MAX_WORDS = 4
const MAX_LINE_LENGTH = 200
const NUMBER = String.raw`-?\d[\w.]*(?:\s*\*{1,2}\s*\d[\w.]*){0,4}`
const END = String.raw`\s*[,;)}]*\s*(?:\/\/.*|#.*)?$`
const BEHIND_NAME = String.raw`[\w"'\])?]\s*(?::=|[:=]|=>)\s*`
const PLAIN_VALUE = new RegExp(
  `${BEHIND_NAME}(?:true|false|nil|none|null|undefined|${NUMBER}|"[^"]{0,80}"|'[^']{0,80}')${END}`,
  'i',
)
export const plainValues: Rule = {
  name: 'plain-values',
  families: ALL_FAMILIES.filter((family) => family === 'code' || family === 'data'),
  questions: 'plain',
  answersOnly: true,
  does: 'Makes the few lines certain that write a plain value behind the name whose default is asked for, and numbers likelier if an amount is.',
  effect: ({ input }) => {
    const certain = [...defaults(input), ...lists(input)]
    const factors = amounts(input)
    if (certain.length === 0 && factors === undefined) return undefined
    return { certain, ...(factors && { factors }) }
  },
}

const MORE_LIKELY = 5
/** A number that is more than a position or a step. */
const AMOUNT = /(?<![\w.'"-])(?:[2-9]|\d[\d_.]+)(?![\w'"])/

/** *How many* and *how long* are answered where a number is written. */
function amounts({ question, split, family }: ScoringInput): Float32Array | undefined {
  if (family !== 'code' || question.origin !== 'explicit' || !question.asks('amount'))
    return undefined
  return Float32Array.from({ length: split.count }, (_, line) => {
    const written = lineText(split, line, MAX_LINE_LENGTH)
    return AMOUNT.test(written) ? MORE_LIKELY : 1
  })
}

const DEFAULT = 'default'

function defaults(input: ScoringInput): number[] {
  const { terms, specific } = input.question
  const named = specific.filter((stem) => stem !== DEFAULT)
  if (!terms.includes(DEFAULT) || named.length === 0 || named.length > MAX_WORDS) return []
  return linesWithAll(input, named, MAX_LINES, (line) =>
    PLAIN_VALUE.test(lineText(input.split, line, MAX_LINE_LENGTH)),
  )
}

const LIST_ASKED = /^\s*(?:which|what (?!is\b|happens\b|does\b)|list|where)\b/i
/** A name that a list or mapping is assigned to. */
const LIST_OPENED =
  /^\s*(?:[\w$@*&<>[\]:.,?]+\s+){0,6}[$@]?(\w+)(?:\s*:\s*[^=\n]{1,60}|\[\w*\])?\s*:?=\s*(?:new\s+)?(?:&?[[{(]|(?:\[\w*\]|map\[)[\w.*[\]]{1,40}\{|\w+(?:\[\]|<[^>]*>)\s*[({]|(?:frozenset|set|dict|tuple|array|vec!|Set|Map|List|Arrays|listOf|setOf|mapOf)(?:\.\w+)?[([{])(?!\s*[\])}])|^\s*(?:export\s+)?type\s+(\w+)\s*=\s*(?:$|\|?\s*['"`])/
const MAX_LISTS = 40
const MAX_MEMBERS = 14
const MIN_OF_NAME = 0.5

/** *Which signals are handled?* is answered by `SIGNALS = [`. */
function lists(input: ScoringInput): number[] {
  const { question, split, structure, family } = input
  if (family !== 'code' || !LIST_ASKED.test(question.text)) return []
  const shares = new Map<number, number>()
  bestCovered(input, question.terms, MAX_LISTS, 1, (line) => {
    const written = lineText(split, line, MAX_LINE_LENGTH)
    const opened = written.includes('=') ? LIST_OPENED.exec(written) : null
    const name = opened?.[1] ?? opened?.[2]
    if (name === undefined) return false
    const words = wordsOf(name)
    const share = words.filter((word) => isAsked(word, question.terms)).length / words.length
    if (share >= MIN_OF_NAME) shares.set(line, share)
    return true
  })
  const most = Math.max(...shares.values())
  const [first, ...more] = [...shares.keys()].filter((line) => shares.get(line) === most)
  if (first === undefined || more.length > 0) return []
  const { indents } = structure
  let end = first + 1
  while (end < split.count && (indents[end]! > indents[first]! || indents[end]! < 0)) end++
  const isShort = end - first <= MAX_MEMBERS
  return Array.from({ length: isShort ? end - first : 1 }, (_, n) => first + n)
}

/** `retryable` for *retried*. */
function isAsked(word: string, terms: readonly string[]): boolean {
  const start = word.replace('y', 'i').slice(0, SAME_START)
  return terms.some(
    (term) => term === word || (start.length === SAME_START && term.startsWith(start)),
  )
}
const SAME_START = 5
