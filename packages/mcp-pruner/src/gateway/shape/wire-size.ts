// What things cost on the wire, where a text is a JSON string.

/** UTF-8 bytes of `text` inside a JSON string, its quotes not counted. */
export const textBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Bytes of the UTF-16 unit at `at`, as JSON writes it; both halves of a pair cost two. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x20)
    return unit === 9 || unit === 10 || unit === 13 || unit === 8 || unit === 12 ? 2 : 6
  if (unit < 0x80) return unit === 0x22 || unit === 0x5c ? 2 : 1
  if (unit < 0x800) return 2
  if (isHigh(unit)) return isLow(text.charCodeAt(at + 1)) ? 2 : 6
  if (isLow(unit)) return isHigh(text.charCodeAt(at - 1)) ? 2 : 6
  return 3
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const splitsPair = (text: string, at: number): boolean =>
  isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))

/** The end of the longest part of `text` from `start` that costs at most `maxBytes`; no character is cut in two. */
export function endOfPart(text: string, start: number, maxBytes: number): number {
  let left = maxBytes
  let at = start
  while (at < text.length) {
    left -= unitBytes(text, at)
    if (left < 0) break
    at++
  }
  return splitsPair(text, at) && at > start ? at - 1 : at
}

export const startWithin = (text: string, maxBytes: number): string =>
  text.slice(0, endOfPart(text, 0, maxBytes))

/** The longest end of `text` that costs at most `maxBytes`. */
export function endWithin(text: string, maxBytes: number): string {
  let left = maxBytes
  let at = text.length
  while (at > 0) {
    left -= unitBytes(text, at - 1)
    if (left < 0) break
    at--
  }
  return text.slice(splitsPair(text, at) ? at + 1 : at)
}
