// Where a text holds something to the letter, as a word of its own.
import type { SplitText } from './lines.js'
import { type WordIndex, wordsOf } from './words.js'

/** Lines with a literal are counted up to here. */
export const MOST_COUNTED = 1000

/**
 * Says whether a text may hold a literal as a word of its own: the literal's words are then words of the text,
 * and these are known, where a search goes through all of the text. In a text with letters or colour codes
 * that may join up with a word nothing is ruled out.
 */
export function literalFilter({ text }: SplitText, { vocabulary }: WordIndex) {
  if (!vocabulary.isAscii || text.includes(ESCAPE)) return () => true
  return (literal: string): boolean =>
    hashPattern.test(literal) ||
    wordsOf(literal).every((word) => vocabulary.find(word) !== undefined)
}
const ESCAPE = '\u001B'

/** The lines that hold a literal as a word of its own, ascending; at most `MOST_COUNTED` of them. */
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

/** The beginning of a commit's name stands for all of it. */
const hashPattern = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,39}$/

/** Whether a number is only the digits before or behind a point: 0.502 is not 502. */
function isDecimal(text: string, from: number, to: number): boolean {
  return /\d\.$/.test(text.slice(from - 2, from)) || /^\.\d/.test(text.slice(to, to + 2))
}

const HYPHEN = 45

/** Whether a name goes on to the left: a flag does not begin inside a word or behind another hyphen. */
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
