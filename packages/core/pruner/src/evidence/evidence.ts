// How real tools report failures. Each distinct word is judged once, through the word
// index; only what words cannot show (marks, status codes, counts) is searched in the line itself.
import { ESCAPE, plainLine } from '../text/ansi.js'
import { isDigit, isIn, unitTable } from '../text/characters.js'
import { matchesAt } from '../text/line-kinds.js'
import { lineText, type SplitText } from '../text/lines.js'
import { isPassedEntry } from '../text/passed-entries.js'
import type { WordIndex } from '../text/words.js'
import {
  DOUBT_WORDS,
  ERROR_WORDS,
  HINT_WORDS,
  holdsEvidenceWord,
  phrasePattern,
  QUIET_WORDS,
  statusPattern,
  WARNING_WORDS,
} from './lexicon.js'

/** One bit each, so that a line combines the bits of its words. */
const Word = { Trouble: 1, Doubt: 2, Hint: 4, Status: 8, Quiet: 16 } as const
/** A word in several lists belongs to the first of them. */
const WORDS = new Map<string, number>([
  ...[...QUIET_WORDS].map((word) => [word, Word.Quiet] as const),
  ...[...HINT_WORDS].map((word) => [word, Word.Hint] as const),
  ...[...DOUBT_WORDS].map((word) => [word, Word.Doubt] as const),
  ...[...WARNING_WORDS, ...ERROR_WORDS].map((word) => [word, Word.Trouble] as const),
])
const COMMON_SHARE = 0.05
const COMMON_LINES = 20

/** For callers that check before the words are indexed. */
export const EVIDENCE_WORDS = {
  sure: [...ERROR_WORDS, ...WARNING_WORDS, ...DOUBT_WORDS],
  hints: [...HINT_WORDS],
} as const

/** Which lines of a text carry evidence. A class, because V8 compiles the closures of each text anew. */
export class Evidence {
  readonly #split: SplitText
  readonly #words: WordIndex
  readonly #judged: Uint8Array
  readonly #isNumbered: boolean
  readonly #isFalseReported: boolean

  /** `lines` is the text's line count, if `split` is only a part. */
  constructor(split: SplitText, words: WordIndex, lines: number = split.count) {
    this.#split = split
    this.#words = words
    this.#judged = judgeWords(words, lines)
    this.#isNumbered = hasNumberedFailures(split)
    this.#isFalseReported = isSeldomFalse(split, lines)
  }

  has(line: number): boolean {
    const split = this.#split
    const flags = this.#flagsOf(line)
    if ((flags & Word.Trouble) !== 0 || (flags & (Word.Doubt | Word.Quiet)) === Word.Doubt) {
      const text = textOf(split, line)
      // A passing test may be named after an error.
      if (isPassedEntry(text)) return false
      if (!isHarmless(text)) return true
    }
    if ((flags & Word.Hint) !== 0 && reportsInPhrase(split, line, this.#isFalseReported))
      return true
    if ((flags & Word.Status) !== 0 && mayBeStatus(split, line)) return true
    return hasMark(split, line, this.#isNumbered)
  }

  #flagsOf(line: number): number {
    const judged = this.#judged
    const { ids, starts } = this.#words
    const end = starts[line + 1]!
    let flags = 0
    for (let w = starts[line]!; w < end; w++) flags |= judged[ids[w]!]!
    return flags
  }
}

/** `isFalseReported`: a flag that is false reports a failure. */
export function reportsInPhrase(split: SplitText, line: number, isFalseReported: boolean): boolean {
  const text = textOf(split, line)
  return phrasePattern.test(text) || (isFalseReported && falsePattern.test(text))
}

/** The same of a line whose only hint is the word `false`: most of the phrases have a hint of their own. */
export function reportsFalse(split: SplitText, line: number, isFalseReported: boolean): boolean {
  const text = textOf(split, line)
  return hintlessPhrases.test(text) || (isFalseReported && falsePattern.test(text))
}
const hintlessPhrases = /back-?off\b|: \*{3} /i

export const mayBeStatus = (split: SplitText, line: number): boolean =>
  endsAsStatus(split, line) && statusPattern.test(textOf(split, line))

/**
 * Whether a number that may be a status ends where a word does, unlike most milliseconds in a time, and is not the end of
 * a path or a date: there it must be followed by a phrase.
 */
function endsAsStatus({ units, starts, ends }: SplitText, line: number): boolean {
  for (let at = starts[line]!; at < ends[line]!; at++) {
    const unit = units[at]!
    // A colour code may be in the middle of it.
    if (unit === ESCAPE) return true
    if ((unit !== 52 && unit !== 53) || !isDigit(units[at + 1]!) || !isDigit(units[at + 2]!))
      continue
    const isNumber = at + 3 >= ends[line]! || !isIn(WORD_UNITS, units[at + 3]!)
    const isOfPath = at > starts[line]! && isIn(PATH_UNITS, units[at - 1]!)
    if (isNumber && !(isOfPath && !isIn(LETTERS, units[at + 4]!))) return true
  }
  return false
}

const WORD_UNITS = unitTable(/\w/)
const PATH_UNITS = unitTable(/[/-]/)
const LETTERS = unitTable(/[a-z]/i)

/** Evidence without words. */
export const hasMark = (split: SplitText, line: number, isNumbered: boolean): boolean =>
  (isNumbered && failurePattern.test(headOf(split, line))) || isMarked(split, line)

export const hasNumberedFailures = ({ text }: SplitText): boolean =>
  tickPattern.test(text.slice(0, TICKED))

/** Among ticked entries, a numbered one failed: mocha gives the reason at the end of its output. */
const tickPattern = /^[ \t]{0,40}[✓✔√] /m
const failurePattern = /^[ \t]{2,40}\d{1,4}\) \S/
const TICKED = 65_536

const headOf = (split: SplitText, line: number): string => lineText(split, line, 60)

/** A flag that reports a failure, unless it is in row after row: then it distinguishes none. */
const falsePattern = /"(?:success|ok|passed|valid|healthy)"\s{0,4}:\s{0,4}false\b/
const everyFalse = new RegExp(falsePattern, 'g')
const FALSE_LOOKED_AT = 262_144

export function isSeldomFalse({ text }: SplitText, lines: number): boolean {
  const seen = text.slice(0, FALSE_LOOKED_AT)
  if (!seen.includes('false')) return true
  const share = seen.length / Math.max(1, text.length)
  let rows = 0
  for (const _ of seen.matchAll(everyFalse)) rows++
  return rows <= Math.max(COMMON_LINES, COMMON_SHARE * lines * share)
}

function judgeWords({ vocabulary, ids }: WordIndex, lines: number): Uint8Array {
  const judged = new Uint8Array(vocabulary.size)
  for (let id = 0; id < judged.length; id++) {
    if (!vocabulary.isNumber(id) || mayBeStatusCode(vocabulary, id))
      judged[id] = judge(vocabulary.stemOf(id))
  }
  if (!judged.includes(Word.Doubt)) return judged
  const times = new Int32Array(judged.length)
  for (let w = 0; w < ids.length; w++) times[ids[w]!]!++
  const most = Math.max(COMMON_LINES, COMMON_SHARE * lines)
  for (let id = 0; id < judged.length; id++) {
    if (judged[id] === Word.Doubt && times[id]! > most) judged[id] = 0
  }
  return judged
}

/** Of three characters, the first of them 4 or 5: a log has many other numbers. */
function mayBeStatusCode(vocabulary: WordIndex['vocabulary'], id: number): boolean {
  const initial = vocabulary.initialOf(id)
  return (initial === 52 || initial === 53) && vocabulary.lengthOf(id) === 3
}

function judge(stem: string): number {
  if (stem.charCodeAt(0) <= 57)
    return stem.length === 3 && /^[45]\d\d$/.test(stem) ? Word.Status : 0
  return WORDS.get(stem) ?? 0
}

const MAX_LINE = 2000

const textOf = (split: SplitText, line: number): string => plainLine(split, line, MAX_LINE)

/** A summary may count zero, a field may be empty. */
const none =
  /\b(?:0|no|zero|without(?: an?)?) (?:errors?|failures?|failed|failing|warnings?|problems?|vulnerabilities|conflicts?|exceptions?|erreurs?|avertissements?|fehler|warnungen|errores|advertencias)\b|\b(?:errors?|err|exceptions?|failures?|failed|fail|warnings?|problems?|unreachable|skipped)["']?(?:\s*[:=]\s*["']?| )(?:0\b(?!\.)|null\b|none\b|nil\b|false\b|""|''|\[\]|\{\})/gi
/** Only the name of an option or a file, unless the file is named as the location of a problem. */
const names =
  /(?<![\w./@-])(?:--[\w-]{1,80}(?![\w-])|[\w./@-]{1,200}\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|c|cc|cpp|h|hpp|cs|php|swift|o|class|jar|png|svg|jpg|css|html|json|md|map|ya?ml|deb|rpm|whl|tgz|zip|gem|crate|so)(?![\w./@-]|[:(]\d|["']?, line))/g
/**
 * A package may be named after trouble: `libgpg-error-dev`, `fast-fail-js`, `assertion-error@2.0.1`,
 * `http-errors: 2.0.1`, `name = "quick-error"`; so may a folder of one, and an address.
 */
const packages =
  /https?:\/\/[^\s"'<>]{1,300}|\bname["']? ?[:=] ?["'][\w@./+-]{1,80}["']|(?<![\w.@/-])(?:["']?[\w.@+]{1,40}(?:[-/][\w.@+]{1,40}){1,6}["']?[:=]{0,2} ?["']?[\^~>=<v]{0,3}\d+\.\d+\.\d+(?![\d.]*\.\d)|["'][\w.@-]{1,60}(?:\/[\w.@-]{1,60}){1,8}["'](?=:)|lib[\w.+]*-[\w.+-]+|[\w.+]+-(?:errors?|exceptions?|fail|warn|assert|crash|abort)(?:-[a-z]\w*)+|[\w.+-]{1,80}@\d[\w.+-]{0,40})/gi
/** Whether every word of trouble in the text counts zero or is part of a name. */
function isHarmless(text: string): boolean {
  if (text.length >= MAX_LINE) return false
  const rest = text.replaceAll(none, '').replaceAll(names, '').replaceAll(packages, '')
  return rest.length !== text.length && !holdsEvidenceWord(rest)
}

/** Marks at the beginning of a line: signs, one-letter levels, and a location in a file. */
const markPattern =
  /(?:✗|✘|✖|✕|×|❌|❎|⨯|●|⚠|❗|🔴|🚨|💥|not ok\b|E {2,}\S|>{1,2} +\d+ ?\||> {3,}\S|\*{3} |! \[|<{7} |={7}$|>{7} |_{3,} \S|thread '|goroutine \d|Caused by\b|[EWF]\d{4} \d\d:\d\d|[EWew]: \S|PHP [A-Z]|Bail out!|(?:UU|AA|DU|UD) \S|rspec \.\/|\w+_test\.go:\d+: |[EWF]\/\w|\d\d-\d\d \d\d:\d\d:\d\d\.\d+ +\d+ +\d+ [EWF] |[.sxX]*[FE][.sxXFE]* +\[ *\d+%\]$|[\w./@\\-]{1,200}\.[a-zA-Z]\w{0,4}:\d+:\d+: \S)/my

function isMarked(split: SplitText, line: number): boolean {
  const { units } = split
  let at = split.starts[line]!
  const end = split.ends[line]!
  while (at < end && units[at]! <= 32) {
    if (units[at] !== 27) at++
    else return plainMarkPattern.test(textOf(split, line))
  }
  return at < end && mayBeMark(units, at, end) && matchesAt(markPattern, split.text, at)
}

/** Signs and letters that begin a mark other than a location in a file. */
const MARK_INITIALS = unitTable(/[nE>*!<=_tgCWFewPBUADr.sxX]/)
const IN_PLACE = unitTable(/[\w./@\\-]/)

/** By its first character, or because it begins with a name and a number behind a colon: the pattern costs far more. */
function mayBeMark(units: Uint16Array, from: number, end: number): boolean {
  const first = units[from]!
  if (first > 127 || isIn(MARK_INITIALS, first)) return true
  if (isDigit(first) && units[from + 2] === HYPHEN) return true
  let at = from
  while (at < end && isIn(IN_PLACE, units[at]!)) at++
  const second = afterNumber(units, at)
  return second >= 0 && (units[second + 1] === SPACE || afterNumber(units, second) >= 0)
}

/** Where the colon is that follows a number behind the one at `at`; -1 if there is none. */
function afterNumber(units: Uint16Array, at: number): number {
  if (units[at] !== COLON) return -1
  let next = at + 1
  while (isDigit(units[next]!)) next++
  return units[next] === COLON ? next : -1
}
const HYPHEN = 45
const COLON = 58
const SPACE = 32
const plainMarkPattern = new RegExp(`^\\s*${markPattern.source}`)
