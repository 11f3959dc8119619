// Colour codes: tools write them for a terminal, and they hide words from a parser that
// does not know them (`\e[31merror` is not the word `31merror`).

import { lineText, type SplitText } from './lines.js'

export const ESCAPE = 27

/** Where the escape sequence at `at` ends, or `at` if none begins there. */
export function skipEscape(text: string, at: number, end: number): number {
  if (text.charCodeAt(at) !== ESCAPE || text.charCodeAt(at + 1) !== 91) return at
  let next = at + 2
  while (next < end && next < at + 24) {
    const unit = text.charCodeAt(next++)
    if (unit >= 64 && unit <= 126) return next
  }
  return at
}

/** A line, at most so many characters of it, without colour codes. */
export const plainLine = (split: SplitText, line: number, most: number): string =>
  plainText(lineText(split, line, most))

/** The text without colour codes. */
export function plainText(text: string): string {
  return text.includes('\u001B[') ? text.replaceAll(sequence, '') : text
}
const sequence = new RegExp(`${String.fromCharCode(ESCAPE)}\\[[0-9;:?]{0,20}[@-~]`, 'g')
