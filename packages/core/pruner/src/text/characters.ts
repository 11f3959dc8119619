// Character classes for word splitting, one byte per UTF-16 unit. ASCII is filled in at once; the rest is
// looked up on first use, because most texts never leave ASCII.

export const SEPARATOR = 0
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
/** Letters of scripts written without spaces: their words are found as pairs of characters. */
export const UNSPACED = 4
const UNKNOWN = 5

const classes = new Uint8Array(65_536).fill(UNKNOWN)
for (let code = 0; code < 128; code++) {
  const isLower = code >= 97 && code <= 122
  const isUpper = code >= 65 && code <= 90
  const isDigit = code >= 48 && code <= 57
  classes[code] = isLower ? LOWER : isUpper ? UPPER : isDigit ? DIGIT : SEPARATOR
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
