// The one place that defines what shown lines use: a constant, a small helper that the question is about, or the amount
// that it asks for.
import { aliasesOf } from '../scorer/columns/aliases.js'
import { escaped } from '../shapes/uses-answer.js'
import { lineText, type SplitText } from '../text/lines.js'
import { wordsOf } from '../text/words.js'
import { commentStart } from './comment-start.js'
import type { CodeAround } from './keep-related.js'

export interface Definition {
  readonly line: number
  /** Its last line. */
  readonly end: number
}

const MAX_LINE_LENGTH = 200
const SHORT_LINE = 40
const SHORT_HELPER = { lines: 8, tokens: 100 } as const
const SHORT_COMMENT = { lines: 8, tokens: 100 } as const
const MAX_CONSTANTS = 3
const MAX_AMOUNTS = 3
const MAX_HELPERS = 2
const CONSTANT = /(?<![\w.$])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g
const VARIABLE = /(?<![\w.$])[a-z_$][\w$]{5,60}\b(?!\()/g
/** In Ruby also `full?` and `save!`, without brackets. */
const CALLED = /(?<![\w$])[A-Za-z_$][\w$]{3,60}(?:(?=\()|[?!](?=[\s)]|$))/g

const constantPattern = (name: string): RegExp =>
  new RegExp(`(?:^|\\s)${name}(?:\\s*:\\s*[^=\\n]{1,60})?\\s*:?=(?!=)|#define\\s+${name}\\b`)
const helperPattern = (called: string): RegExp => {
  const name = escaped(called)
  return new RegExp(
    `\\b(?:def|fn|func|function|fun|sub)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?${name}(?![\\w?!])|(?:^|[\\s.])${name}\\s*(?::[^=]{1,60})?:?=\\s*(?:async\\s*)?(?:func\\b|function\\b|\\(|lambda\\b|proc\\b)|^[\\w*&<>:, ]+[\\s*&]${name}\\([^;]*\\{\\s*$`,
  )
}

export function definitionsFor(kept: Uint8Array, code: CodeAround): Definition[] {
  const { split, tokens, questionStems } = code
  const meant = new Set(questionStems)
  for (const stem of questionStems) for (const alias of aliasesOf(stem)) meant.add(alias)
  const found: Definition[] = []
  for (const name of [...constantsIn(kept, code, meant), ...amountsIn(kept, code)]) {
    const line = onlyLine(name, constantPattern(name), split)
    if (line !== undefined && tokens[line]! <= SHORT_LINE)
      found.push({ line: code.isWhy ? commentStart(line, code, SHORT_COMMENT) : line, end: line })
  }
  const most = found.length + MAX_HELPERS
  const helpers = namesIn(kept, split, CALLED).filter((name) => isAbout(name, meant))
  for (const name of helpers.length > 12 ? [] : helpers) {
    const line = onlyLine(name, helperPattern(name), split)
    if (line === undefined || kept[line] === 1) continue
    const end = bodyEnd(line, code)
    if (end !== undefined) found.push({ line, end })
    if (found.length >= most) break
  }
  return found
}

/** If there are many, those that contain a word of the question. */
function constantsIn(
  kept: Uint8Array,
  { split }: CodeAround,
  meant: ReadonlySet<string>,
): string[] {
  const all = namesIn(kept, split, CONSTANT)
  const asked = all.length <= MAX_CONSTANTS ? all : all.filter((name) => isAbout(name, meant))
  return asked.length <= MAX_CONSTANTS ? asked : []
}

const AMOUNTS = new Set(
  wordsOf(
    'limit max min size depth length count capacity threshold timeout interval delay period window',
  ),
)

/** Variables that are named as amounts, if one is asked for. */
function amountsIn(kept: Uint8Array, { split, isForAmount }: CodeAround): string[] {
  if (!isForAmount) return []
  return namesIn(kept, split, VARIABLE)
    .filter((name) => wordsOf(name).some((stem) => AMOUNTS.has(stem)))
    .slice(0, MAX_AMOUNTS)
}

const isAbout = (name: string, meant: ReadonlySet<string>): boolean =>
  wordsOf(name).some((stem) => meant.has(stem))

/** Names in shown lines. */
function namesIn(kept: Uint8Array, split: SplitText, pattern: RegExp): string[] {
  const names = new Set<string>()
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    for (const [name] of lineText(split, i, MAX_LINE_LENGTH).matchAll(pattern)) names.add(name)
  }
  return [...names]
}

function bodyEnd(line: number, { structure, tokens }: CodeAround): number | undefined {
  const { indents } = structure
  let end = line
  let cost = tokens[line]!
  while (
    end + 1 < indents.length &&
    (indents[end + 1]! > indents[line]! || indents[end + 1]! < 0)
  ) {
    cost += tokens[++end]!
    if (end - line > SHORT_HELPER.lines || cost > SHORT_HELPER.tokens) return undefined
  }
  while (end > line && indents[end]! < 0) end--
  return end
}

/** More uses than this are not looked at for a definition. */
const MAX_USES = 500

/** The line that defines a name, if there is only one. */
function onlyLine(name: string, pattern: RegExp, { text, starts, count }: SplitText) {
  const lines: number[] = []
  let line = 0
  let at = text.indexOf(name)
  for (let uses = 0; at >= 0 && uses < MAX_USES && lines.length < 2; uses++) {
    while (line + 1 < count && starts[line + 1]! <= at) line++
    const start = starts[line] ?? 0
    const end = starts[line + 1] ?? text.length
    const head = text.slice(start, Math.min(end, start + MAX_LINE_LENGTH))
    if (lines.at(-1) !== line && pattern.test(head)) lines.push(line)
    at = text.indexOf(name, at + 1)
  }
  return lines.length === 1 ? lines[0] : undefined
}
