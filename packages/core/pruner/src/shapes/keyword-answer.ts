// Lists of what a text declares by a keyword, and the question calls by the same word: `CREATE TABLE`, `resource "…"`,
// `message Foo {`, `.. function::`, `@mixin`. The targets of a Makefile, and the columns of a table that the question
// names.

import { asksAbout } from '../question/asks.js'
import { isFrameWord } from '../question/shape-words.js'
import { linesWithAll } from '../rules/lines-with-all.js'
import type { SplitText } from '../text/lines.js'
import { linesWith } from '../text/literals.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  blockEnd,
  containsAll,
  lineOf,
  linesWhere,
  MAX_LINE,
  partOf,
  setOf,
  solidLines,
} from './answer.js'
import { codeParts } from './code-parts.js'
import { recipeEnd, targetNamed, targetsIn } from './make-targets.js'
import { isCommentLine, isConstant } from './member-patterns.js'
import { otherWords } from './other-words.js'
import { escaped } from './uses-answer.js'

const MIN_MEMBERS = 2
const MAX_NOUNS = 4
const PLURAL_NOUN = /(?<![\w.$/-])[A-Za-z]{2,30}(?:s|ies)(?![\w$(/-]|\.\w)/g
const WHAT_ARE_THERE = /\bwhat (?:[\w-]+ ){0,2}[\w-]+s (?:are|is|does|do|can|has|have|exist)\b/i
/** Words that describe a list, never one of its members. */
const LIST_WORDS = new Set(
  wordsOf('create created creates build builds declare declared database schema db'),
)

export function keywordAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (question.isHow) return undefined
  const block = blockNamed(asking) ?? elementNamed(asking) ?? targetNamed(asking)
  if (block !== undefined) return block
  const columns = requestedColumns(asking)
  if (columns !== undefined) return columns
  const isList =
    (question.isList || WHAT_ARE_THERE.test(question.text)) && !namesOneOfOutput(asking)
  const nouns = isList ? (question.text.match(PLURAL_NOUN) ?? []) : []
  for (const noun of nouns.slice(0, MAX_NOUNS)) {
    const word = singular(noun)
    const targets = /^(?:target|recipe)$/i.test(word) ? targetsIn(asking) : []
    const all = targets.length > 0 ? targets : declaredBy(asking, word)
    if (all.length < MIN_MEMBERS) continue
    const members = narrowed(asking, all, noun, targets.length > 0)
    if (members.length === 0) return undefined
    return setOf(members, noun.toLowerCase())
  }
  const [noun] = nouns
  return noun === undefined ? undefined : (typeNamed(asking, noun) ?? namedAlike(asking, noun))
}

const OF_DATA = /\b(?:enum|struct|interface|type|record|union)\b/
/** Words in the names of types that a question need not have. */
const OF_TYPES = new Set(wordsOf('option type kind name enum info config setting list set value'))

/** *Which output styles are there?*, *Which options does Pump have?*: `enum OutputStyle`, `struct PumpOptions`. */
function typeNamed(asking: Asking, noun: string): Answer | undefined {
  const { question, family, structure, split } = asking
  const isSubject = new RegExp(
    `\\b(?:which|what|list|all|every|name)(?: are| of)?(?: the)? (?:[\\w-]+ ){0,2}${noun}\\b`,
    'i',
  )
  if (family !== 'code' || question.isHow || asksAbout(question.text, 'limit')) return undefined
  if (!isSubject.test(question.text)) return undefined
  const [stem = ''] = wordsOf(noun)
  const named = codeParts(asking)
    .filter(({ line, end }) => end > line && end - line <= MAX_BLOCK_LINES)
    .filter(({ line, isContainer }) => isContainer && OF_DATA.test(lineOf(split, line)))
    .map(({ name, line, end }) => ({ line, end, words: wordsOf(name) }))
    .filter(({ words }) => words.includes(stem))
    .filter(({ words }) =>
      words.every((word) => question.stems.includes(word) || OF_TYPES.has(word)),
    )
    .sort((a, b) => b.words.length - a.words.length)
  const [best, next] = named
  if (best === undefined || next?.words.length === best.words.length) return undefined
  const lines = solidLines(structure, best.line, best.end)
  return { ...partOf(lines, noun.toLowerCase()), elsewhere: BESIDE_CONSTANTS }
}

const MIN_ALIKE = 4
const AFTER_NOUN =
  '\\s*(?:$|[?,;:]|\\.(?!\\w)|(?:are|is|do|does|did|can|could|may|might|exist|has|have|in|of|for|that)\\b)'

/** *Which wait strategies are there?*: the types or constants whose names begin or end with a word of the question. */
function namedAlike(asking: Asking, noun: string): Answer | undefined {
  const { question, family } = asking
  if (family !== 'code' || question.kinds.size > 0 || asksAbout(question.text, 'limit'))
    return undefined
  // Of *Which command decompresses it?* the verb only looks like a plural.
  if (!new RegExp(`\\b${noun}${AFTER_NOUN}`).test(question.text)) return undefined
  const types = codeParts(asking).filter(({ isContainer }) => isContainer)
  const adjective = new RegExp(`([\\w-]+) ${noun}\\b`).exec(question.text)?.[1] ?? ''
  const nounStems = wordsOf(adjective).filter((stem) => !isFrameWord(stem))
  for (const [declared, stems, least, elsewhere] of [
    [types, question.contentWords, MIN_ALIKE],
    [
      constantsIn(asking),
      [...nounStems, ...wordsOf(singular(noun))],
      MIN_CONSTANTS,
      BESIDE_CONSTANTS,
    ],
  ] as const)
    for (const stem of stems) {
      const members = declared
        .filter(({ name }) => {
          const words = wordsOf(name)
          return words.length > 1 && (words[0] === stem || words.at(-1) === stem)
        })
        .map(({ line }) => line)
      if (members.length >= least)
        return { ...setOf(members, noun.toLowerCase()), ...(elsewhere && { elsewhere }) }
    }
  return undefined
}

const MIN_CONSTANTS = 3
/** Constants may be a part of what is asked for. */
const BESIDE_CONSTANTS = 0.12

const CONSTANT_NAME = /^[^=]*?(?<![\w$])([A-Z][A-Z0-9]*_[A-Z0-9_]+)/

function constantsIn(asking: Asking): { name: string; line: number }[] {
  if (/\bdefaults?\b/i.test(asking.question.text)) return []
  return linesWhere(asking, isConstant).map((line) => ({
    name: CONSTANT_NAME.exec(lineOf(asking.split, line))?.[1] ?? '',
    line,
  }))
}

/** *Which commits touched read.h?* asks for what names it, not for all that a keyword opens. */
const namesOneOfOutput = ({ question, family, split }: Asking): boolean =>
  family !== 'code' &&
  family !== 'prose' &&
  question.tokens.some((token) => /\w[./_-]\w/.test(token) && split.text.includes(token))

const singular = (noun: string): string => {
  const word = noun
    .replace(/ies$/i, 'y')
    .replace(/(?<=x|ch|sh|ss)es$/i, '')
    .replace(/(?<!s)s$/i, '')
  return KEYWORDS[word.toLowerCase()] ?? word
}
/** What some call by another word than the keyword. */
const KEYWORDS: Readonly<Record<string, string>> = { stage: 'from' }

/** What precedes the keyword of a declaration: `create unique index`, a directive's dots, an at-sign. */
const BEFORE =
  '(?:create\\s+(?:or\\s+replace\\s+)?(?:(?:global|local|temp|temporary|unlogged|external|foreign|unique|clustered|nonclustered|materialized|recursive|virtual|constraint)\\s+)*|\\.\\.\\s+(?:\\w+:)?|@)?'

/** Lines that begin with the word as a keyword: a name follows it. */
function declaredBy(asking: Asking, word: string): number[] {
  const isDeclared = new RegExp(
    `^\\s*${BEFORE}${escaped(word)}(?:::)?\\s+(?:if\\s+not\\s+exists\\s+|concurrently\\s+)?(?:[~^*]+\\s+|=\\s+(?=/))?["'\`[]?[\\w./$~^*@:{}-]+["'\`\\]]?[^\\n=]{0,160}?(?:[{(:;]?\\s*$|\\(|\\{|\\bas\\b|\\bon\\b)`,
    'i',
  )
  // `Binding("up", …)` in a list of bindings.
  const isMade = new RegExp(`^\\s*(?:new\\s+|[\\w.]+\\.)?${escaped(word)}(?:\\.\\w+)?\\(`, 'i')
  const declared = linesWhere(asking, (line) => isDeclared.test(line) && !isCommentLine(line))
  return declared.length > 0 ? declared : linesWhere(asking, (line) => isMade.test(line))
}

/** The members that contain the question's other words; all of them if the text contains none of those words. */
function narrowed(asking: Asking, all: readonly number[], noun: string, isOfTargets: boolean) {
  const others = otherWords(asking, [noun], LIST_WORDS)
  return all.filter((line) =>
    containsAll(asking, others, line, isOfTargets ? recipeEnd(asking, line) : line),
  )
}

const MAX_BLOCK_LINES = 40

/** `default of enable_ipv6`: the block that a keyword and this name in quotes open, as in HCL. */
function blockNamed({ question, split, structure, checkDeadline }: Asking): Answer | undefined {
  const names = [...question.quoted, ...question.tokens.flatMap((one) => [one, ...one.split('.')])]
  const written = new Set(names.filter((name) => /^\w[\w-]*$/.test(name)))
  const heads: number[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    if (structure.indents[i]! < 0 || !endsInBrace(split, i)) continue
    const name = /^\s*[a-z]\w*(?:\s+"[^"\n]+")?\s+"([^"\n]+)"\s*\{\s*$/.exec(lineOf(split, i))?.[1]
    if (name !== undefined && written.has(name)) heads.push(i)
  }
  const [head, ...more] = heads
  if (head === undefined || more.length > 0) return undefined
  const end = blockEnd(structure, head)
  if (end - head > MAX_BLOCK_LINES) return undefined
  return partOf(solidLines(structure, head, end), 'lines of the block')
}

const OPENING_BRACE = 123

/** Whether a line may end in `{`, as far as it is looked at. */
function endsInBrace({ units, starts, ends }: SplitText, line: number): boolean {
  let at = ends[line]! - 1
  if (at - starts[line]! >= MAX_LINE) return true
  while (at > starts[line]! && (units[at]! <= 32 || units[at]! > 127)) at--
  return units[at] === OPENING_BRACE
}

/** In XML, the one element with a text that the question names, with its siblings; or the element of this name. */
function elementNamed({ question, split, structure }: Asking): Answer | undefined {
  if (!split.text.includes('</')) return undefined
  const { indents } = structure
  const names = [...question.quoted, ...question.tokens].filter((name) => /\w[.-]\w|\d/.test(name))
  const withText = names.flatMap((name) => linesWith(`>${name}</`, split))
  const own = names.flatMap((name) => linesWith(`<${name}>`, split))
  const [line, ...more] = withText.length > 0 ? withText : own
  if (line === undefined || more.length > 0) return undefined
  let head = line
  while (
    withText.length > 0 &&
    head > 0 &&
    (indents[head]! < 0 || indents[head]! >= indents[line]!)
  )
    head--
  const end = lineOf(split, head).includes('</') ? head : blockEnd(structure, head)
  if (end - head > MAX_BLOCK_LINES) return undefined
  return partOf(solidLines(structure, head, end), 'lines of the element')
}

const MAX_TABLE_LINES = 120

/** `What columns does customer have?`: the declaration of that table, to its end. */
function requestedColumns(asking: Asking): Answer | undefined {
  const { question, split, structure } = asking
  if (!question.kinds.has('column') && !question.kinds.has('field')) return undefined
  const names = new Set(question.tokens.map((token) => token.toLowerCase()))
  const [table, ...more] = declaredBy(asking, 'table').filter((line) => {
    const name = /\btable\s+(?:if\s+not\s+exists\s+)?["'`[]?([\w.$]+)/i.exec(
      lineOf(split, line),
    )?.[1]
    return name !== undefined && names.has(name.toLowerCase().replace(/^.*\./, ''))
  })
  if (table === undefined || more.length > 0) return undefined
  const isEnd = (line: number) => /;\s*$|^\s*\)/.test(lineOf(split, line))
  let end = table
  while (end + 1 < split.count && end - table < MAX_TABLE_LINES && !isEnd(end)) end++
  if (!isEnd(end)) return undefined
  return partOf(solidLines(structure, table, end), 'lines of the table')
}

const MIN_STATED = 4
const MAX_STATED = 40
/** Other lines may state it in other words. */
const STATED_ELSEWHERE = 0.5

/** *Which settings are optional?*: the lines that state it. */
export function linesStating(asking: Asking): Answer | undefined {
  const { question } = asking
  if (!/^\s*(?:which|what) (?:[\w-]+ ){0,2}[\w-]+s are (?:not )?[\w-]+\W*$/i.test(question.text))
    return undefined
  const lastWord = question.contentWords.slice(-1)
  const lines = linesWithAll(asking, lastWord, MAX_STATED)
  if (lines.length < MIN_STATED) return undefined
  return { ...setOf(lines, 'lines'), elsewhere: STATED_ELSEWHERE }
}
