// Where a text contains a literal as a whole word.
import type { SplitText } from './lines.js'
import { type WordIndex, wordsOf } from './words.js'

/** Lines with a literal are counted up to here. */
export const MOST_COUNTED = 1000

/**
 * Whether a text may contain a literal as a whole word: the literal's words are then words of the text,
 * and these are indexed, while a search scans the whole text. In a text with letters or colour codes
 * that may join with a word nothing is excluded.
 */
export function literalFilter({ text }: SplitText, { vocabulary }: WordIndex) {
  if (!vocabulary.isAscii || text.includes(ESCAPE)) return () => true
  return (literal: string): boolean =>
    hashPattern.test(literal) ||
    wordsOf(literal).every((word) => vocabulary.find(word) !== undefined)
}
const ESCAPE = '\u001B'

/** The lines that contain a literal as a whole word, ascending; at most `MOST_COUNTED` of them. */
export function linesWith(
  literal: string,
  text: string,
  lineOf: (offset: number) => number,
): number[] {
  const lines: number[] = []
  const isNumber = /^\d+$/.test(literal)
  const isHash = hashPattern.test(literal)
  for (let at = text.indexOf(literal); at !== -1; ) {
    const isWhole =
      !precedes(text.charCodeAt(at - 1), literal.charCodeAt(0)) &&
      (isHash ||
        !continues(text.charCodeAt(at + literal.length), literal.charCodeAt(literal.length - 1))) &&
      !(isNumber && isDecimal(text, at, at + literal.length))
    let next = at + literal.length
    if (isWhole) {
      const line = lineOf(at)
      if (line !== lines.at(-1)) lines.push(line)
      if (lines.length >= MOST_COUNTED) break
      const newline = text.indexOf('\n', at)
      if (newline === -1) break
      next = newline + 1
    }
    at = text.indexOf(literal, next)
  }
  return lines
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
