// Cuts one string to a number of characters and of bytes, with a suffix that marks the cut.
import { type Encoding, measure, quotesCost } from './sizes.js'

export interface CutText {
  readonly text: string
  /** Bytes, including quotes. */
  readonly cost: number
  readonly whole: boolean
}

/** JSON parsers outside JavaScript refuse lone surrogates. */
export const sendable = (value: string): string =>
  value.isWellFormed() ? value : value.toWellFormed()

/**
 * `value` within `maxUnits` code units and `maxBytes` bytes, including suffix and quotes. A cut string
 * ends with the suffix, or as much of the suffix as there is room for.
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
  const whole = sendable(value)
  const full = measure(whole, maxUnits, room, encoding)
  if (full.end === whole.length) return { text: whole, cost: full.cost + quotes, whole: true }
  const tail = measure(suffix, maxUnits, room, encoding)
  const head = measure(whole, maxUnits - tail.end, room - tail.cost, encoding)
  const text = whole.slice(0, head.end) + suffix.slice(0, tail.end)
  return { text, cost: quotes + head.cost + tail.cost, whole: false }
}
