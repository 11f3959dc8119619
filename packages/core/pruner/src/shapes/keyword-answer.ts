// Lists of what a text declares by a keyword, and the question calls by the same word: `CREATE TABLE`, `resource "…"`,
// `message Foo {`, `.. function::`, `@mixin`. The targets of a Makefile, and the columns of a table that the question
// names.

import { lineFinder, type SplitText } from '../text/lines.js'
import { linesWith } from '../text/literals.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, linesWhere, MAX_LINE, solidLines } from './answer.js'
import { isCommentLine } from './member-patterns.js'
import { otherWords } from './other-words.js'
import { escaped } from './uses-answer.js'

const LEAST_MEMBERS = 2
const MOST_NOUNS = 4
const PLURAL_NOUN = /(?<![\w.$/-])[A-Za-z]{2,30}(?:s|ies)(?![\w$(/-]|\.\w)/g
const WHAT_ARE_THERE = /\bwhat (?:[\w-]+ ){0,2}[\w-]+s (?:are|is|does|do|can|has|have|exist)\b/i
/** Said of lists, and of no member of them. */
const SAID_OF_ALL = new Set(
  wordsOf('create created creates build builds declare declared database schema db'),
)

export function keywordAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  if (question.isHow) return undefined
  const block = blockNamed(asking) ?? elementNamed(asking)
  if (block !== undefined) return block
  const columns = columnsAsked(asking)
  if (columns !== undefined) return columns
  const isList =
    (question.isList || WHAT_ARE_THERE.test(question.text)) && !namesOneOfOutput(asking)
  const nouns = isList ? (question.text.match(PLURAL_NOUN) ?? []) : []
  for (const noun of nouns.slice(0, MOST_NOUNS)) {
    const word = singular(noun)
    const targets = /^(?:target|recipe)$/i.test(word) ? targetsIn(asking) : []
    const all = targets.length > 0 ? targets : declaredBy(asking, word)
    if (all.length < LEAST_MEMBERS) continue
    const members = narrowed(asking, all, noun)
    if (members.length === 0) return undefined
    return { shape: 'set', lines: members, noun: noun.toLowerCase(), members }
  }
  return undefined
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

/** What stands before the keyword of a declaration: `create unique index`, a directive's dots, an at-sign. */
const BEFORE =
  '(?:create\\s+(?:or\\s+replace\\s+)?(?:(?:global|local|temp|temporary|unlogged|external|foreign|unique|clustered|nonclustered|materialized|recursive|virtual|constraint)\\s+)*|\\.\\.\\s+(?:\\w+:)?|@)?'

/** Lines that begin with the word as a keyword: a name follows it. */
function declaredBy(asking: Asking, word: string): number[] {
  const isDeclared = new RegExp(
    `^\\s*${BEFORE}${escaped(word)}(?:::)?\\s+(?:if\\s+not\\s+exists\\s+|concurrently\\s+)?(?:[~^*]+\\s+|=\\s+(?=/))?["'\`[]?[\\w./$~^*@:{}-]+["'\`\\]]?[^\\n=]{0,160}?(?:[{(:;]?\\s*$|\\(|\\{|\\bas\\b|\\bon\\b)`,
    'i',
  )
  return linesWhere(asking, (line) => isDeclared.test(line) && !isCommentLine(line))
}

/** A target of a Makefile, not `.PHONY:` and not `NAME := value`. */
const TARGET = /^(?!\.[A-Z])[\w./%$(){}-][^\n:=#]*::?(?![=:])/

/** All targets, if some have recipes, which only Makefiles write behind a tab. */
function targetsIn(asking: Asking): number[] {
  const { split } = asking
  const targets = linesWhere(asking, (line) => TARGET.test(line))
  const withRecipe = targets.filter(
    (line) => line + 1 < split.count && lineOf(split, line + 1).startsWith('\t'),
  )
  return withRecipe.length < LEAST_MEMBERS ? [] : targets
}

/** The members that contain the question's other words; all of them if the text contains none of those words. */
function narrowed(asking: Asking, all: readonly number[], noun: string) {
  const others = otherWords(asking, [noun], SAID_OF_ALL)
  return all.filter((line) => {
    const held = new Set(wordsOf(lineOf(asking.split, line)))
    return others.every((stem) => held.has(stem))
  })
}

const LONGEST_BLOCK = 40

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
  let end = head + 1
  while (end < split.count && structure.indents[end]! !== structure.indents[head]!) end++
  if (end >= split.count || end - head > LONGEST_BLOCK) return undefined
  const lines = solidLines(structure, head, end)
  return { shape: 'part', lines, noun: 'lines of the block', members: lines }
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
  const holding = names.flatMap((name) => linesWith(`>${name}</`, split.text, lineFinder(split)))
  const own = names.flatMap((name) => linesWith(`<${name}>`, split.text, lineFinder(split)))
  const [line, ...more] = holding.length > 0 ? holding : own
  if (line === undefined || more.length > 0) return undefined
  let head = line
  while (holding.length > 0 && head > 0 && (indents[head]! < 0 || indents[head]! >= indents[line]!))
    head--
  const end = lineOf(split, head).includes('</') ? head : blockEndOf(structure, head)
  if (end - head > LONGEST_BLOCK) return undefined
  const lines = solidLines(structure, head, end)
  return { shape: 'part', lines, noun: 'lines of the element', members: lines }
}

function blockEndOf({ indents }: Asking['structure'], head: number): number {
  let end = head + 1
  while (end + 1 < indents.length && indents[end] !== indents[head]) end++
  return end
}

const LONGEST_TABLE = 120

/** `What columns does customer have?`: the declaration of that table, to its end. */
function columnsAsked(asking: Asking): Answer | undefined {
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
  while (end + 1 < split.count && end - table < LONGEST_TABLE && !isEnd(end)) end++
  if (!isEnd(end)) return undefined
  const lines = solidLines(structure, table, end)
  return { shape: 'part', lines, noun: 'lines of the table', members: lines }
}
