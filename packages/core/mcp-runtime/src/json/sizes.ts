// The size of values and strings as JSON, and where a string must be cut to be smaller. The one
// place that knows how JSON escapes.

/**
 * `json`: the value itself is sent. `text`: its JSON is sent as the text of a content block, so it
 * is escaped once more on the wire and every quote costs two bytes. `both`: it is sent both ways.
 */
export type Encoding = 'json' | 'text' | 'both'

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `\ud800`: how JSON writes half of a surrogate pair. */
const LONE_SURROGATE = 6

/** Bytes of one UTF-16 code unit below the surrogates, as JSON writes it. */
function unitCost(code: number, encoding: Encoding): number {
  if (encoding === 'both') return unitCost(code, 'json') + unitCost(code, 'text')
  const text = encoding === 'text'
  if (code >= 0x80) return code < 0x800 ? 2 : 3
  if (code >= 0x20) return code === QUOTE || code === BACKSLASH ? (text ? 4 : 2) : 1
  const short = (code >= 0x08 && code <= 0x0a) || code === 0x0c || code === 0x0d
  return (short ? 2 : 6) + (text ? 1 : 0)
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The quotes around a string. */
export const quotesCost = (encoding: Encoding): number => ({ json: 2, text: 4, both: 6 })[encoding]

/** Bytes of a JSON text on the wire. */
export function jsonCost(json: string, encoding: Encoding): number {
  if (encoding === 'text') return textBytes(json)
  return Buffer.byteLength(json) + (encoding === 'both' ? textBytes(json) : 0)
}

interface Measured {
  /** Where it ends, in code units. */
  readonly end: number
  readonly cost: number
}

/** The longest part from `start` of at most `maxUnits` code units and `maxBytes` bytes; a pair is taken whole. */
export function measure(
  value: string,
  maxUnits: number,
  maxBytes: number,
  encoding: Encoding = 'json',
  start = 0,
): Measured {
  const copies = encoding === 'both' ? 2 : 1
  const limit = Math.min(value.length, start + maxUnits)
  let cost = 0
  let i = start
  while (i < limit) {
    const code = value.charCodeAt(i)
    let bytes: number
    let units = 1
    if (isHigh(code) && isLow(value.charCodeAt(i + 1))) {
      bytes = 4 * copies
      units = 2
    } else {
      bytes = isHigh(code) || isLow(code) ? LONE_SURROGATE * copies : unitCost(code, encoding)
    }
    if (i + units > limit || cost + bytes > maxBytes) break
    cost += bytes
    i += units
  }
  return { end: i, cost }
}

/** Where to start so that at most so much of the end is kept. */
export function tailStart(value: string, maxUnits: number, maxBytes: number): number {
  let start = value.length
  let cost = 0
  while (start > 0 && value.length - start < maxUnits) {
    const pair =
      start > 1 && isLow(value.charCodeAt(start - 1)) && isHigh(value.charCodeAt(start - 2))
    const bytes = pair ? 4 : unitCost(value.charCodeAt(start - 1), 'json')
    if (cost + bytes > maxBytes || value.length - start + (pair ? 2 : 1) > maxUnits) break
    cost += bytes
    start -= pair ? 2 : 1
  }
  return start
}

/** Up to here a loop is faster than two calls into native code. */
const SHORT = 40

// Quotes, backslashes and control characters are escaped; a lone surrogate becomes \udxxx. Pairs match
// too and take the slow way, which is exact for both.
// oxlint-disable-next-line no-control-regex
const NEEDS_CARE = /["\\\u0000-\u001f\ud800-\udfff]/

/** UTF-8 bytes of a string as JSON, its quotes included. */
export function jsonStringBytes(text: string): number {
  if (text.length <= SHORT && isPlainAscii(text)) return text.length + 2
  return NEEDS_CARE.test(text)
    ? Buffer.byteLength(JSON.stringify(text))
    : Buffer.byteLength(text) + 2
}

/** No character takes more than its escape, six bytes. */
export const jsonStringBytesAtMost = (text: string): number => text.length * 6 + 2

/** The same without the quotes: the size of a text inside a content block. */
export const textBytes = (text: string): number => jsonStringBytes(text) - 2

function isPlainAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) return false
  }
  return true
}

/** For anything but a string or an object. What JSON cannot represent counts as `null`. */
export function jsonScalarBytes(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return numberBytes(value)
    case 'bigint':
      return String(value).length
    case 'boolean':
      return value ? 4 : 5
    default:
      return 4
  }
}

function numberBytes(value: number): number {
  if (!Number.isFinite(value)) return 4
  if (!Number.isInteger(value) || value < 0 || value > 999_999_999) return String(value).length
  let digits = 1
  for (let rest = value; rest >= 10; rest /= 10) digits++
  return digits
}
