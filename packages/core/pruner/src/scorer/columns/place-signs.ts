// Places in files at the beginning of a line: of a match, of the lines around it, of a stack's frame.
import { isDigit } from '../../text/characters.js'
import type { SplitText } from '../../text/lines.js'

const NOWHERE = 0
export const MATCH = 1
export const NEAR_MATCH = 2

/** Whether the line begins like a match, `src/app.ts:120:`, or like its context, `src/app.ts-121-`. */
export function placeAt({ text, units }: SplitText, first: number, end: number): number {
  for (let at = first; at < end; at++) {
    const unit = units[at]!
    if (unit === 32 && at === first + 4 && isPlaceInWords(text, first)) return MATCH
    if (unit <= 32 || unit === 34 || unit === 40) return NOWHERE
    if ((unit !== 58 && unit !== 45) || !isDigit(units[at + 1]!)) continue
    let after = at + 1
    while (after < end && isDigit(units[after]!)) after++
    if (units[after] === unit) return unit === 58 ? MATCH : NEAR_MATCH
    at = after - 1
  }
  return NOWHERE
}

/** `Line 120:`, under the name of its file. */
function isPlaceInWords(text: string, first: number): boolean {
  if (!text.startsWith('Line ', first)) return false
  let at = first + 5
  while (isDigit(text.charCodeAt(at))) at++
  return at > first + 5 && text.charCodeAt(at) === 58
}

const COLON = 58
/** By their first characters. */
const FRAMES = new Map(['at ', 'File "', '--> '].map((opening) => [opening.charCodeAt(0), opening]))

/** The first from `from` on; there is one. */
export function colonFrom(units: Uint16Array, from: number): number {
  let at = from
  while (units[at] !== COLON) at++
  return at
}

/** A line of a stack, or of a message about a location; the first of its `colons` is at `colon`. */
export function isFrame(
  { text, units }: SplitText,
  first: number,
  end: number,
  colon: number,
  colons: number,
): boolean {
  const unit = units[first]!
  // Most lines begin with another character than a frame.
  if (unit === 97 || unit === 70 || unit === 45) {
    if (text.startsWith(FRAMES.get(unit)!, first)) return true
  }
  for (let seen = 0, at = colon; seen < colons; seen++) {
    // Never beyond the last: searching the rest of the text for each line would be quadratic.
    if (seen > 0) at = colonFrom(units, at + 1)
    if (at === end - 1 || !isDigit(units[at + 1]!)) continue
    for (let back = at - 1; back > at - 7 && back > first; back--)
      if (units[back] === 46) return !isDigit(units[back + 1]!)
  }
  return false
}
