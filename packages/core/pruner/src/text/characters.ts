// Character classes, for word splitting as one byte per UTF-16 unit. ASCII is filled in at once; the rest is
// looked up on first use, because most texts never leave ASCII.

export const SEPARATOR = 0
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
/** Letters of scripts written without spaces: their words are found as pairs of characters. */
export const UNSPACED = 4
const UNKNOWN = 5

/** 1 for each ASCII character that matches, for `isIn`: a pattern costs many times as much. */
export const unitTable = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0))
export const isIn = (table: Uint8Array, unit: number): boolean => unit < 128 && table[unit] === 1

export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
export const isUpper = (unit: number): boolean => unit >= 65 && unit <= 90
export const isLower = (unit: number): boolean => unit >= 97 && unit <= 122

const classes = new Uint8Array(65_536).fill(UNKNOWN)
for (let code = 0; code < 128; code++) {
  classes[code] = isLower(code) ? LOWER : isUpper(code) ? UPPER : isDigit(code) ? DIGIT : SEPARATOR
}

export function characterClass(unit: number): number {
  const known = classes[unit]!
  return known === UNKNOWN ? classify(unit) : known
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit)
  let found = SEPARATOR
  // A surrogate is half of a character: pairs of halves tell rare ideographs apart well enough.
  if (unit >= 0xd800 && unit <= 0xdfff) found = UNSPACED
  else if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
      character,
    )
  )
    found = UNSPACED
  else if (/\p{Lu}/u.test(character)) found = UPPER
  else if (/[\p{L}\p{M}]/u.test(character)) found = LOWER
  else if (/\p{N}/u.test(character)) found = DIGIT
  classes[unit] = found
  return found
}
