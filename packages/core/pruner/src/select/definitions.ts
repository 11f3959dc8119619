// The one place that defines what shown lines use: a constant, or a variable or small helper that the question is about.
import { lineText, type SplitText } from '../text/lines.js'
import { wordsOf } from '../text/words.js'
import type { CodeAround } from './keep-related.js'

export interface Definition {
  readonly line: number
  /** Its last line. */
  readonly end: number
}

const LONGEST_LINE = 200
const SHORT_LINE = 40
const SHORT_HELPER = { lines: 8, tokens: 100 } as const
const MOST_CONSTANTS = 3
const MOST_VARIABLES = 3
const MOST_HELPERS = 2
const CONSTANT = /(?<![\w.$])[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g
const VARIABLE = /(?<![\w.$])[a-z_$][\w$]{5,60}\b(?!\()/g
const CALLED = /(?<![\w$])[A-Za-z_$][\w$]{3,60}(?=\()/g

const constantPattern = (name: string): RegExp =>
  new RegExp(`(?:^|\\s)${name}(?:\\s*:\\s*[^=\\n]{1,60})?\\s*:?=(?!=)|#define\\s+${name}\\b`)
const variablePattern = (name: string): RegExp =>
  new RegExp(
    `^(?:(?:export|pub|static|var|let|const|my|our|mut|private|volatile)\\s+)*(?:[\\w<>*&:]+\\s+)?[$@*]?${name}\\b[^(]*$`,
  )
const helperPattern = (name: string): RegExp =>
  new RegExp(
    `\\b(?:def|fn|func|function|fun|sub)\\s+(?:\\([^)]*\\)\\s*)?(?:self\\.)?${name}\\b|(?:^|[\\s.])${name}\\s*(?::[^=]{1,60})?:?=\\s*(?:async\\s*)?(?:func\\b|function\\b|\\(|lambda\\b|proc\\b)|^[\\w*&<>:, ]+[\\s*&]${name}\\([^;]*\\{\\s*$`,
  )

export function definitionsFor(kept: Uint8Array, code: CodeAround): Definition[] {
  const { split, tokens } = code
  const constants = namesIn(kept, code, CONSTANT, MOST_CONSTANTS)
  const found: Definition[] = []
  for (const name of constants) {
    const line = onlyLine(name, constantPattern(name), split)
    if (line !== undefined && tokens[line]! <= SHORT_LINE) found.push({ line, end: line })
  }
  const asked = new Set(code.asked)
  const about = linesAbout(kept, code)
  found.push(...variablesFor(kept, about, code, asked))
  const most = found.length + MOST_HELPERS
  const helpers = namesIn(about, code, CALLED, Number.POSITIVE_INFINITY).filter((name) =>
    wordsOf(name).some((stem) => asked.has(stem)),
  )
  for (const name of helpers.length > 12 ? [] : helpers) {
    const line = onlyLine(name, helperPattern(name), split)
    if (line === undefined || kept[line] === 1) continue
    const end = bodyEnd(line, code)
    if (end !== undefined) found.push({ line, end })
    if (found.length >= most) break
  }
  return found
}

/** Names of amounts. */
const AMOUNTS = new Set(
  wordsOf(
    'limit max min size depth length count capacity threshold timeout interval delay period window',
  ),
)

/** Variables of the file whose names contain several words of the question, or name the amount that is asked for. */
function variablesFor(
  kept: Uint8Array,
  about: Uint8Array,
  code: CodeAround,
  asked: ReadonlySet<string>,
): Definition[] {
  const names = namesIn(about, code, VARIABLE, Number.POSITIVE_INFINITY).filter(
    (name) => wordsOf(name).filter((stem) => asked.has(stem)).length >= 2,
  )
  const used = code.isForAmount ? namesIn(kept, code, VARIABLE, Number.POSITIVE_INFINITY) : []
  const amounts = used.filter((name) => wordsOf(name).some((stem) => AMOUNTS.has(stem)))
  const lines = [
    ...names.slice(0, MOST_VARIABLES).map((name) => [name, variablePattern(name)] as const),
    ...amounts.slice(0, MOST_VARIABLES).map((name) => [name, constantPattern(name)] as const),
  ]
    .map(([name, pattern]) => onlyLine(name, pattern, code.split))
    .filter((line) => line !== undefined && kept[line] === 0 && code.tokens[line]! <= SHORT_LINE)
  return lines.map((line) => ({ line: line!, end: line! }))
}

/** The lines with a word of the question: no other has a name with one in it. */
function linesAbout(kept: Uint8Array, { asked, index, split }: CodeAround): Uint8Array {
  const { vocabulary, ids, starts } = index
  const numbers = new Set(asked.map((stem) => vocabulary.find(stem) ?? -1))
  const about = new Uint8Array(kept.length)
  for (let line = 0; line < kept.length; line++) {
    if (kept[line] === 0) continue
    // Letters that are not of ASCII may join a name with another word.
    let isAbout = !vocabulary.isAscii && !isAsciiLine(split, line)
    for (let at = starts[line]!; at < starts[line + 1]! && !isAbout; at++)
      isAbout = numbers.has(ids[at]!)
    if (isAbout) about[line] = 1
  }
  return about
}

function isAsciiLine({ units, starts, ends }: SplitText, line: number): boolean {
  let all = 0
  for (let at = starts[line]!; at < ends[line]!; at++) all |= units[at]!
  return all < 128
}

/** Names in shown lines; if there are more than `most`, those that contain a word of the question. */
function namesIn(
  kept: Uint8Array,
  { split, asked }: CodeAround,
  pattern: RegExp,
  most: number,
): string[] {
  const names = new Set<string>()
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    for (const [name] of lineText(split, i, LONGEST_LINE).matchAll(pattern)) names.add(name)
  }
  if (names.size <= most) return [...names]
  const meant = [...names].filter((name) => wordsOf(name).some((stem) => asked.includes(stem)))
  return meant.length <= most ? meant : []
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
const MOST_USES = 500

/** The line that defines a name, if there is only one. */
function onlyLine(name: string, pattern: RegExp, { text, starts, count }: SplitText) {
  const lines: number[] = []
  let line = 0
  let at = text.indexOf(name)
  for (let uses = 0; at >= 0 && uses < MOST_USES && lines.length < 2; uses++) {
    while (line + 1 < count && starts[line + 1]! <= at) line++
    const start = starts[line] ?? 0
    const end = starts[line + 1] ?? text.length
    const head = text.slice(start, Math.min(end, start + LONGEST_LINE))
    if (lines.at(-1) !== line && pattern.test(head)) lines.push(line)
    at = text.indexOf(name, at + 1)
  }
  return lines.length === 1 ? lines[0] : undefined
}
