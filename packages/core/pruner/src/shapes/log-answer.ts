// Questions about the entries of a log: those with an address, an id or a name, or with all words of the question.
// Without this, errors that nobody asked about crowd out the entries.

import type { AskedQuestion } from '../question/asked-question.js'
import { asksAbout, negatedIn } from '../question/asks.js'
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { linesWithAll, linesWithExactly } from '../rules/lines-with-all.js'
import { aliasesOf } from '../scorer/columns/aliases.js'
import { plainText } from '../text/ansi.js'
import { lineText } from '../text/lines.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, linesWhere } from './answer.js'
import { escaped } from './uses-answer.js'

/** What is asked about entries as such: they need not contain it. */
const SAID_OF_LOGS = new Set(
  wordsOf(
    'ip ips address addresses try tries tried attempt attempts day days hour hours minute minutes date machine entry entries log logs line lines message messages came went',
  ),
)

/** Questions by order, time or size select by more than words. */
const BY_ORDER =
  /\b(?:first|last|latest|earliest|newest|oldest|recent(?:ly)?|between|after|before|since|until|(?:over|above|below|under|than|least|exceeding)\s+\d)\b/i
/** `When did it stop?` is answered by an entry, other questions of this kind by a passage. */
const ABOUT_TIME = /^\s*(?:when (?:did|was|were|is|has|have)|how long (?:did|was|were))\b/i

/** *Failed logins for root* are entries by their words, other failures are evidence. */
const FAILED_ENTRIES = /^(?!.*(?:error|crash|wrong|exception)).*\bfailed [a-z]+s\b/i

/** More than these shares of a text are no selection. */
const LARGEST_SHARE = 0.25
const LARGEST_SHARE_WITH_LITERAL = 0.5

export function logAnswer(asking: Asking): Answer | undefined {
  const { question, split } = asking
  if (!isByWords(question) || !isLog(asking)) return undefined
  const literals = literalsOf(question)
  const share = literals.length > 0 ? LARGEST_SHARE_WITH_LITERAL : LARGEST_SHARE
  const lines = entriesWith(asking, literals, Math.floor(split.count * share))
  if (lines.length === 0) return undefined
  return { shape: 'rows', lines, noun: 'lines', members: lines }
}

function isByWords({ text, isHow }: AskedQuestion): boolean {
  if ((isHow && !ABOUT_TIME.test(text)) || BY_ORDER.test(text)) return false
  if (negatedIn(text) !== undefined) return false
  if (asksAbout(text, 'failures') && !FAILED_ENTRIES.test(text)) return false
  return !(['warnings', 'most', 'least'] as const).some((topic) => asksAbout(text, topic))
}

const SAMPLE = 200
const LEAST_TIMED = 0.6
/** A time of day, or a date, near the beginning of a line. */
const TIMED =
  /^.{0,60}?(?<!\d)(?:\d{1,2}[:.]\d\d[:.]\d\d|\d{4}[-/.]\d\d[-/.]\d\d|\d{6} \d{6})(?!\d)/
/** `git blame` and `ls --full-time` print a time on each line, too. */
const LISTED = /^(?:\^?[\da-f]{7,40} |[-dlcbps][rwxsStT-]{9})/

export function isLog({ split, structure }: Asking): boolean {
  const step = Math.max(1, Math.floor(split.count / SAMPLE))
  let solid = 0
  let timed = 0
  for (let i = 0; i < split.count; i += step) {
    if (structure.indents[i]! < 0) continue
    solid++
    const line = plainText(lineOf(split, i))
    if (TIMED.test(line) && !LISTED.test(line)) timed++
  }
  return timed > 2 && timed >= LEAST_TIMED * solid
}

/** Addresses, ids, numbers and names with a sign in them. */
function literalsOf({ quoted, tokens }: AskedQuestion): string[] {
  const signs = tokens.filter(
    (token) =>
      token.length > 3 && (/\d/.test(token) || /[\p{L}\p{N}][_./:@-][\p{L}\p{N}]/u.test(token)),
  )
  return [...new Set([...quoted, ...signs])].filter((literal) => literal !== '')
}

/** At most `most` entries; none if there are more. */
function entriesWith(asking: Asking, literals: readonly string[], most: number): number[] {
  const required = requiredWords(asking, literals)
  if (required === undefined) return []
  const patterns = literals.map(
    (literal) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(literal)}(?![\\p{L}\\p{N}])`, 'iu'),
  )
  const isTaken = (line: number) => {
    const text = lineText(asking.split, line, LONGEST_ENTRY)
    return patterns.every((pattern) => pattern.test(text))
  }
  const telling = required.filter((stem) => !ORDINARY_WORDS.has(stem))
  // Ordinary words may be said of what an id or address names, in words that its entries do not use.
  const tries = literals.length > 0 ? [telling] : telling.length > 0 ? [required, telling] : []
  for (const stems of tries) {
    if (stems.length === 0)
      return atMost(
        most,
        linesWhere(asking, (_, line) => isTaken(line)),
      )
    for (const find of [linesWithExactly, linesWithAll]) {
      const lines = find(asking, stems, most, isTaken)
      if (lines.length > 0) return lines
    }
  }
  return []
}

const LONGEST_ENTRY = 4000

const atMost = (most: number, lines: number[]): number[] => (lines.length <= most ? lines : [])

/** The words that an entry must contain; undefined if the text lacks one that cannot be left out. */
function requiredWords(asking: Asking, literals: readonly string[]): string[] | undefined {
  const { question, words } = asking
  const labels = literals.flatMap((literal) => labelOf(question.text, literal))
  const own = new Set([...literals, ...labels].flatMap((literal) => wordsOf(literal)))
  const required: string[] = []
  for (const stem of question.telling) {
    if (own.has(stem) || isFrameWord(stem) || SAID_OF_LOGS.has(stem)) continue
    if ([stem, ...aliasesOf(stem)].some((name) => words.vocabulary.find(name) !== undefined))
      required.push(stem)
    else if (!ORDINARY_WORDS.has(stem)) return undefined
  }
  return required
}

/** `session` of *session 24680*: what the literal is, and not what its entries say. */
function labelOf(text: string, literal: string): string[] {
  const before = text.slice(0, Math.max(0, text.indexOf(literal))).trimEnd()
  const label = /([\p{L}]+)["'`#:]*$/u.exec(before)?.[1]
  return label === undefined ? [] : [label]
}
