// The family of a text, finer than its source type: search results are independent entries,
// passages of code are not, and a probability that is right for one family is wrong for another.
import type { SourceType } from '../types.js'
import { plainLine, plainText } from './ansi.js'
import type { SplitText } from './lines.js'
import { isPassedEntry } from './passed-entries.js'
import { matchPlace } from './places.js'
import { isDiff } from './source-type.js'

export const FAMILIES = ['code', 'search', 'diff', 'output', 'test', 'data', 'prose'] as const
export type Family = (typeof FAMILIES)[number]

const SAMPLE_LINES = 400
const SAMPLED_CHARS = 300
const DATA_NAME =
  /\.(?:json5?|jsonc|jsonl|ndjson|csv|tsv|ya?ml|toml|ini|cfg|conf|properties|lock)$/i

/** A time or a date is not a location in a file. */
const timedPattern = /^\s*(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d)/
const numberedPattern = /^\s*(\d+)[:\t→│|-]/
const pathPattern =
  /^(?:[-*] |M?\s)?(?:\.{0,2}\/)?[\w.@+()[\]-]+(?:[/\\][\w.@+()[\] -]+)*(?:\.\w{1,12}|[/\\])?$/
const entryPattern =
  /^(?:[-dlcbps][rwxsStT-]{9}[.+@]? |total \d+$|[\s│|]*(?:[├└]──|\|--|`--) |Found \d+ |\s*\d+ (?:files?|matches|results)\b|--$)/
// Patterns at the beginning and patterns anywhere are matched separately: in one pattern the former
// would be tried at every character.
const testPattern =
  /^\s*(?:[✓✗✘×✔✖✕√]|(?:not )?ok\b|PASS(?:ED)?\b|FAIL(?:ED)?\b|=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:PASS|FAIL|SKIP)\b|\[ +(?:OK|RUN|FAILED|PASSED) +\]|test \S+ \.\.\. |RUNS? |# Subtest: )/
const resultPattern =
  /\b(?:PASSED|FAILED|SKIPPED|XFAIL|ERROR)\b(?:\s+\[ *\d+%\])?\s*$|\.{3} (?:ok|FAILED|ERROR|skipped)\b/
const summaryPattern = /^(?:Ran \d+ tests?\b|(?:FAIL|ok)\s+\S+\s+[\d.(])/
/** The word first and then the number before it: a log is full of numbers. */
const countPattern =
  /(?:pass|fail)(?:ed|ing)\b(?<=\b\d+ (?:pass|fail)(?:ed|ing))|\bTests?:? +\d+|\btest result: /
const dataPattern =
  /^\s*(?:[{}[\]]+,?$|"(?:[^"\\]|\\.)*"\s*:|- |[\w.-]+:(?: |$)|[\w.-]+ ?= ?\S|\{"|(?:-?[\d.]+|true|false|null|"(?:[^"\\]|\\.)*"),?$)/

export function familyOf(split: SplitText, sourceType: SourceType, fileName?: string): Family {
  if (isDiff(split.text)) return 'diff'
  if (sourceType === 'docs') return 'prose'
  const isCode = sourceType === 'code'
  const seen = lookAt(split, isCode)
  if (seen.lines === 0) return isCode ? 'code' : 'output'
  const share = (count: number) => count / seen.lines
  if (share(seen.placed) > 0.4) return 'search'
  if (isCode) return 'code'
  if (share(seen.placed + seen.entries + seen.paths) > 0.6) return 'search'
  if (share(seen.tests) > 0.3 || (seen.summaries > 0 && seen.tests + seen.summaries > 2))
    return 'test'
  const isNamedData = fileName !== undefined && DATA_NAME.test(fileName)
  if (isNamedData || share(seen.data) > 0.7) return 'data'
  return 'output'
}

/** Counts lines of each kind; only those of matches if nothing else is to be decided. */
function lookAt(split: SplitText, isForMatches: boolean) {
  const seen = { lines: 0, placed: 0, entries: 0, paths: 0, tests: 0, summaries: 0, data: 0 }
  const step = Math.max(1, Math.floor(split.count / SAMPLE_LINES))
  let numbered = 0
  for (let i = 0; i < split.count; i += step) {
    const line = plainLine(split, i, SAMPLED_CHARS).trimEnd()
    if (line === '') continue
    seen.lines++
    const isOfDigits = beginsWithDigit(line)
    const isTimed = isOfDigits && timedPattern.test(line)
    const number = isOfDigits && !isTimed ? numberedPattern.exec(line)?.[1] : undefined
    if (number !== undefined && isNextOf(split, i, Number(number))) numbered++
    const isPlaced = number !== undefined || (!isTimed && matchPlace.test(line))
    if (isPlaced) seen.placed++
    if (isForMatches) continue
    if (!isPlaced && entryPattern.test(line)) seen.entries++
    else if (!isPlaced && isPath(line)) seen.paths++
    if (testPattern.test(line) || isResult(line) || isPassedEntry(line)) seen.tests++
    if (summaryPattern.test(line) || isCount(line)) seen.summaries++
    if (dataPattern.test(line)) seen.data++
  }
  // A file shown with its line numbers is not a list of matches.
  if (numbered > seen.lines / 2) seen.placed -= numbered
  return seen
}

// Most lines lack a sign or letters that a match has, which is seen faster than the pattern fails.

function beginsWithDigit(line: string): boolean {
  let at = 0
  while (line.charCodeAt(at) <= 32 || line.charCodeAt(at) > 127) at++
  return line.charCodeAt(at) >= 48 && line.charCodeAt(at) <= 57
}

const isPath = (line: string): boolean =>
  !line.includes(':') && pathPattern.test(line) && /[./\\]/.test(line)

const isResult = (line: string): boolean =>
  ('DLR]'.includes(line.at(-1)!) || line.includes('...')) && resultPattern.test(line)

const isCount = (line: string): boolean =>
  (line.includes('pass') || line.includes('fail') || line.includes('est')) &&
  countPattern.test(line)

/** Whether the next line is numbered one more. */
function isNextOf(split: SplitText, line: number, number: number): boolean {
  const next = line + 1 < split.count ? line + 1 : line - 1
  if (next < 0) return false
  const from = split.starts[next]!
  const beside = numberedPattern.exec(plainText(split.text.slice(from, from + 60)))?.[1]
  return beside !== undefined && Math.abs(Number(beside) - number) === 1
}
