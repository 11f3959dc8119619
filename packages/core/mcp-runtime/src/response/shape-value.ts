// Any value within all limits of a profile at once: of every list its first items, of every object what is most
// important, of strings as much as fits.
import type { ResponseLimits } from '@jeeves/contracts'
import { printJson } from '../json/exact-json.js'
import { formatPointer } from '../json/pointer.js'
import { type Encoding, jsonCost } from '../json/sizes.js'
import { copyIfFits } from './fit.js'
import { Part } from './parts.js'
import { shrink } from './shrink.js'

export interface ShapeOptions {
  /** Default `json`. */
  readonly encoding?: Encoding
  /** The level at which the value stands in what is sent. Default 1: it is what is sent. */
  readonly level?: number
  /**
   * `tell` (default) says in the value itself what was cut: `{items, totalCount, showing, hasMore}` or a
   * last item for arrays, a member for objects. `plain` leaves that to the caller for the value itself,
   * because an envelope's `count` and `hasMore` say it; values inside it still note their own cuts.
   */
  readonly style?: 'tell' | 'plain'
}

/** An array or object that was cut. */
export interface Cut {
  /** JSON pointer to it, from the value that was shaped. */
  readonly path: string
  readonly total: number
  readonly showing: number
}

export interface Shaped {
  readonly value: unknown
  readonly truncated: boolean
  /** The first arrays and objects that were cut. */
  readonly cuts: readonly Cut[]
}

/** Enough for a note; the artifact has the rest. */
const MAX_CUTS = 20
/** Around the whole text, when it is sent as one. */
const TEXT_QUOTES = 2
/** Items are shown in part rather than left out. */
const IN_PARTS = { wholeItems: Number.POSITIVE_INFINITY, minItemBytes: 110 }

/** `value` within `limits`, as a plain JSON value whose text is shorter than `limits.maxBytes`. */
export function shapeValue(
  value: unknown,
  limits: ResponseLimits,
  { encoding = 'json', level = 1, style = 'tell' }: ShapeOptions = {},
): Shaped {
  const maxBytes = limits.maxBytes - 1 - (encoding === 'text' ? TEXT_QUOTES : 0)
  const copy = copyIfFits(value, limits, level)
  if (copy !== undefined) {
    const sent = copy.value ?? null
    if (jsonCost(printJson(sent), encoding) <= maxBytes) {
      return { value: sent, truncated: false, cuts: [] }
    }
  }
  const policy = { ...IN_PARTS, limits, encoding, level, notes: style }
  const shrunk = shrink(new Part(value), maxBytes, policy)
  if (!shrunk) return { value: null, truncated: true, cuts: [] }
  const cuts = shrunk.cuts
    .filter(({ unit }) => unit === 'items' || unit === 'members')
    .slice(0, MAX_CUTS)
    .map(({ path, total, shown }) => ({ path: formatPointer(path), total, showing: shown }))
  return { value: shrunk.value, truncated: shrunk.cuts.length > 0, cuts }
}
