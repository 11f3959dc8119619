// How many bytes a string costs in the text that is sent, and where it must be cut to cost less.

/**
 * `json`: the value itself is what is sent. `text`: its JSON is sent as the text of a content block, so it
 * is escaped once more on the wire and every quote costs two bytes.
 */
export type Encoding = 'json' | 'text'

export interface CutText {
  readonly text: string
  /** Bytes, quotes included. */
  readonly cost: number
  readonly whole: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Bytes of one UTF-16 code unit below the surrogates, as JSON writes it. */
function unitCost(code: number, text: boolean): number {
  if (code >= 0x80) return code < 0x800 ? 2 : 3
  if (code >= 0x20) return code === QUOTE || code === BACKSLASH ? (text ? 4 : 2) : 1
  const short = (code >= 0x08 && code <= 0x0a) || code === 0x0c || code === 0x0d
  return (short ? 2 : 6) + (text ? 1 : 0)
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

/** The quotes around a string. */
export const quotesCost = (encoding: Encoding): number => (encoding === 'text' ? 4 : 2)

/** Bytes of ASCII text that is JSON already, such as `,"count":` */
export function syntaxCost(json: string, encoding: Encoding): number {
  if (encoding === 'json') return json.length
  return json.length + (json.split('"').length - 1)
}

interface Measured {
  /** Code units that fit. */
  readonly end: number
  readonly cost: number
}

/** The longest prefix of at most `maxUnits` code units and `maxBytes` bytes; a pair is taken whole. */
export function measure(
  value: string,
  maxUnits: number,
  maxBytes: number,
  encoding: Encoding,
): Measured {
  const text = encoding === 'text'
  const limit = Math.min(value.length, maxUnits)
  let cost = 0
  let i = 0
  while (i < limit) {
    const code = value.charCodeAt(i)
    let bytes: number
    let units = 1
    if (isHigh(code) && isLow(value.charCodeAt(i + 1))) {
      bytes = 4
      units = 2
    } else {
      // A lone surrogate is sent as U+FFFD, which is as wide as it would be.
      bytes = unitCost(code, text)
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
    const bytes = pair ? 4 : unitCost(value.charCodeAt(start - 1), false)
    if (cost + bytes > maxBytes || value.length - start + (pair ? 2 : 1) > maxUnits) break
    cost += bytes
    start -= pair ? 2 : 1
  }
  return start
}

/** Readers of JSON outside JavaScript refuse lone surrogates. */
export const sendable = (value: string): string =>
  value.isWellFormed() ? value : value.toWellFormed()

/**
 * `value` within `maxUnits` code units and `maxBytes` bytes, suffix and quotes included. A cut string
 * ends with the suffix, or with what of the suffix there is room for.
 */
export function cutText(
  value: string,
  maxUnits: number,
  maxBytes: number,
  suffix: string,
  encoding: Encoding,
): CutText {
  const quotes = quotesCost(encoding)
  const room = maxBytes - quotes
  const full = measure(value, maxUnits, room, encoding)
  if (full.end === value.length) {
    return { text: sendable(value), cost: full.cost + quotes, whole: true }
  }
  const tail = measure(suffix, maxUnits, room, encoding)
  const head = measure(value, maxUnits - tail.end, room - tail.cost, encoding)
  const text = sendable(value.slice(0, head.end)) + suffix.slice(0, tail.end)
  return { text, cost: quotes + head.cost + tail.cost, whole: false }
}

/** Bytes of a string inside a JSON text, without its quotes. */
export const textCost = (value: string): number => Buffer.byteLength(JSON.stringify(value)) - 2

/** Bytes of a whole JSON text on the wire. */
export function wireBytes(json: string, encoding: Encoding): number {
  return Buffer.byteLength(encoding === 'text' ? JSON.stringify(json) : json)
}
