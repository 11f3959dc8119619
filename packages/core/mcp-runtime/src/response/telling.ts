// How a shaped value says what was cut from it.
import type { ResponseLimits } from '@jeeves/contracts'
import { type Encoding, syntaxCost } from '../json/sizes.js'
import type { ContainerPart, Telling } from './parts.js'
import type { ArrayReading, ObjectReading } from './read.js'

export const OMITTED_KEYS = '_omittedKeys'

/** With totals as large as an array can have. */
const LONGEST_MARK = 40

export const markOf = (showing: number, total: number): string => `... ${showing} of ${total} shown`

/**
 * An array that is longer than the limit is wrapped in `{items, totalCount, showing, hasMore}` where
 * that leaves enough levels for its items; otherwise its last item is a mark.
 */
export function tellingFor(
  reading: ArrayReading | ObjectReading,
  level: number,
  { maxArrayItems, maxJsonDepth, maxStringLength }: ResponseLimits,
): Telling {
  if (maxStringLength < LONGEST_MARK) return 'silent'
  if (reading.kind === 'object') return reading.keys.includes(OMITTED_KEYS) ? 'silent' : 'keys'
  const itemsNest = [0, 1, 2].some((index) => {
    const item = reading.at(index)
    return typeof item === 'object' && item !== null
  })
  const levels = level + (itemsNest ? 3 : 2)
  return reading.length > maxArrayItems && levels <= maxJsonDepth ? 'wrap' : 'mark'
}

/** The most bytes that telling can cost. */
export function reserveFor(telling: Telling, total: number, encoding: Encoding): number {
  switch (telling) {
    case 'wrap':
      return syntaxCost(
        `{"items":,"totalCount":${total},"showing":${total},"hasMore":true}`,
        encoding,
      )
    case 'mark':
      return syntaxCost(`,"${markOf(total, total)}"`, encoding)
    case 'keys':
      return syntaxCost(`,"${OMITTED_KEYS}":${total}`, encoding)
    default:
      return 0
  }
}

export const isCut = (container: ContainerPart): boolean =>
  container.entries.length < container.total
