// Where a text contains a literal as a whole word.
import { ESCAPE } from './ansi.js'
import { lineFinder, type SplitText } from './lines.js'
import { type WordIndex, wordsOf } from './words.js'

/** Lines with a literal are counted up to here. */
export const MAX_COUNTED = 1000

/**
 * Finds the lines of literals, as `linesWith` does, which scans the whole text: a line that contains a literal as a
 * whole word has the literal's words next to each other, and these are indexed. A line with letters that may join with a
 * word is searched as well, and all of a text with colour codes.
 */
export function literalFinder(split: SplitText, words: WordIndex): (literal: string) => number[] {
  const { vocabulary } = words
  const isIndexed = !split.units.includes(ESCAPE)
  return (literal) => {
    const stems = isIndexed && !hashPattern.test(literal) ? wordsOf(literal) : []
    if (stems.length === 0 || /[\r\n]/.test(literal)) return linesWith(literal, split)
    const ids = stems.map((stem) => vocabulary.find(stem) ?? -1)
    const candidates = ids.includes(-1) ? [] : linesWithWords(words, ids)
    if (words.beyondAscii.length === 0) return linesAmong(candidates, literal, split)
    const all = new Set([...candidates, ...words.beyondAscii])
    return linesAmong(
      [...all].sort((a, b) => a - b),
      literal,
      split,
    )
  }
}

/** The lines that have the words next to each other, in this order. */
function linesWithWords({ ids, starts }: WordIndex, wanted: readonly number[]): number[] {
  const found: number[] = []
  const [first = -1] = wanted
  let line = 0
  for (let at = ids.indexOf(first); at !== -1; at = ids.indexOf(first, at + 1)) {
    if (!followsAt(ids, at, wanted)) continue
    while (starts[line + 1]! <= at) line++
    if (at + wanted.length > starts[line + 1]!) continue
    found.push(line)
    at = starts[line + 1]! - 1
  }
  return found
}

function followsAt(all: Int32Array, at: number, wanted: readonly number[]): boolean {
  for (let k = 1; k < wanted.length; k++) if (all[at + k] !== wanted[k]) return false
  return true
}

/** Those of the lines, ascending, that contain the literal as a whole word. */
function linesAmong(
  candidates: readonly number[],
  literal: string,
  { text, starts, ends }: SplitText,
): number[] {
  const isWhole = wholeTest(literal, text)
  const isIn = (line: number) => {
    const own = text.slice(starts[line], ends[line])
    let place = own.indexOf(literal)
    while (place !== -1 && !isWhole(starts[line]! + place))
      place = own.indexOf(literal, place + literal.length)
    return place !== -1
  }
  const found: number[] = []
  for (const line of candidates) {
    if (found.length >= MAX_COUNTED) break
    if (isIn(line)) found.push(line)
  }
  return found
}

/** The lines that contain a literal as a whole word, ascending; at most `MAX_COUNTED` of them. */
export function linesWith(literal: string, split: SplitText): number[] {
  const { text } = split
  const lineOf = lineFinder(split)
  const lines: number[] = []
  const isWhole = wholeTest(literal, text)
  for (let at = text.indexOf(literal); at !== -1; ) {
    let next = at + literal.length
    if (isWhole(at)) {
      const line = lineOf(at)
      if (line !== lines.at(-1)) lines.push(line)
      if (lines.length >= MAX_COUNTED) break
      const newline = text.indexOf('\n', at)
      if (newline === -1) break
      next = newline + 1
    }
    at = text.indexOf(literal, next)
  }
  return lines
}

/** Whether the literal at an offset is a whole word. */
function wholeTest(literal: string, text: string): (at: number) => boolean {
  const isNumber = /^\d+$/.test(literal)
  const isHash = hashPattern.test(literal)
  const [first, last] = [literal.charCodeAt(0), literal.charCodeAt(literal.length - 1)]
  return (at) =>
    !precedes(text.charCodeAt(at - 1), first) &&
    (isHash || !continues(text.charCodeAt(at + literal.length), last)) &&
    !(isNumber && isDecimal(text, at, at + literal.length))
}

/** A prefix of a commit's hash stands for all of it. */
const hashPattern = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,39}$/

/** Whether a number is only the digits before or after a point: 0.502 is not 502. */
function isDecimal(text: string, from: number, to: number): boolean {
  return /\d\.$/.test(text.slice(from - 2, from)) || /^\.\d/.test(text.slice(to, to + 2))
}

const HYPHEN = 45

/** Whether a name continues to the left: a flag does not begin inside a word or after another hyphen. */
function precedes(outside: number, inside: number): boolean {
  if (inside === HYPHEN) return isWordUnit(outside) || outside === HYPHEN
  return continues(outside, inside)
}

/** Whether two neighbouring characters are letters of one name. */
function continues(outside: number, inside: number): boolean {
  return isWordUnit(outside) && isWordUnit(inside)
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 95
  )
}
