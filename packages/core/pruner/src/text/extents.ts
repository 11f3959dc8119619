// How far multi-line signatures and imports extend. Every scan is bounded by
// a number of lines, so that a bracket left open costs no more than that.
import { isIn, unitTable } from './characters.js'
import { matchesAt } from './line-kinds.js'
import type { SplitText } from './lines.js'

const SIGNATURE_LINES = 14
const MAX_LINE_LENGTH = 1000

/**
 * The line on which a declaration's body opens, -1 if none does: its parentheses are closed, followed by
 * `{`, `:` or a deeper line.
 */
export function signatureEnd(split: SplitText, line: number): number {
  const { units, ends, starts } = split
  let depth = 0
  for (let i = line; i < Math.min(split.count, line + SIGNATURE_LINES); i++) {
    const end = ends[i]!
    if (end - starts[i]! > MAX_LINE_LENGTH) return -1
    for (let at = starts[i]!; at < end; at++) {
      const unit = units[at]!
      if (unit === 40 || unit === 91) depth++
      else if (unit === 41 || unit === 93) depth--
    }
    let last = end - 1
    while (last >= starts[i]! && units[last]! <= 32) last--
    const unit = last < 0 ? 0 : units[last]!
    if (unit === 123) return i // {
    if (depth > 0) continue
    if (unit === 58) return i // :
    if (unit === 59) return -1 // ;
    const next = i + 1
    if (next >= split.count) return -1
    if (isOnlyBrace(split, next)) return next
    if (unit === 44 || goesOn(split, next)) continue
    return indentOf(split, next) > indentOf(split, line) ? i : -1
  }
  return -1
}

export function endsWithBody(split: SplitText, line: number): boolean {
  const tail = split.text.slice(
    Math.max(split.starts[line]!, split.ends[line]! - 4),
    split.ends[line],
  )
  return /(?:\{|=>)[ \t]*$/.test(tail)
}

function isOnlyBrace({ units, starts, ends }: SplitText, line: number): boolean {
  const end = Math.min(ends[line]!, starts[line]! + 60)
  let at = starts[line]!
  while (at < end && isBlank(units[at]!)) at++
  if (at === end || units[at] !== 123) return false
  at++
  while (at < end && isBlank(units[at]!)) at++
  return at === end
}

const isBlank = (unit: number) => unit === 32 || unit === 9

/** `where T: Clone`, `throws X`, `-> Result`, `extends Y` on their own line continue the signature. */
const continuationPattern = /[ \t]*(?:where\b|throws\b|->|extends\b|implements\b|with\b|=>)/y

function goesOn(split: SplitText, line: number): boolean {
  const { units, starts } = split
  let at = starts[line]!
  while (isBlank(units[at]!)) at++
  return (
    isIn(CONTINUATION_INITIALS, units[at]!) &&
    matchesAt(continuationPattern, split.text, starts[line]!)
  )
}
const CONTINUATION_INITIALS = unitTable(/[wt\-ei=]/)

function indentOf(split: SplitText, line: number): number {
  let at = split.starts[line]!
  let column = 0
  for (; at < split.ends[line]!; at++) {
    const unit = split.units[at]!
    if (unit === 32) column++
    else if (unit === 9) column += 4
    else return column
  }
  return -1
}

/** A bracket that never closes must not swallow the file. */
const STATEMENT_LINES = 80

/** The line that closes the brackets which an import opens. */
export function statementEnd(split: SplitText, line: number): number {
  const { units, starts, ends } = split
  let depth = 0
  for (let i = line; i < Math.min(split.count, line + STATEMENT_LINES); i++) {
    if (ends[i]! - starts[i]! > MAX_LINE_LENGTH) return line
    for (let at = starts[i]!; at < ends[i]!; at++) {
      const unit = units[at]!
      if (unit === 40 || unit === 123) depth++
      else if (unit === 41 || unit === 125) depth--
    }
    if (depth <= 0) return i
  }
  return line
}
