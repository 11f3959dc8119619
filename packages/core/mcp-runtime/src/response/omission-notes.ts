// How a shaped value says what was cut from it. Notes begin in a way that no data does.
import type { ResponseLimits } from '@jeeves/contracts'
import { type Encoding, syntaxCost, wireBytes } from '../json/sizes.js'
import type { ContainerPart, OmissionNote } from './parts.js'
import type { ArrayReading, ObjectReading } from './read.js'

let seal = ''

/** From now on notes carry this tag, which those whose texts are shown beside them cannot know. */
export function sealNotes(tag: string): void {
  seal = tag === '' ? '' : `#${tag}`
}

/** What every note of ours begins with. */
export const noteStart = (): string => `⟦mcp-pruner${seal}: `

/** Before one line of text that stands in the place of what lies too deep. */
export const nestedMark = (): string => `${noteStart()}nested⟧ `

/** With totals as large as an array can have; where strings are shorter, flags alone tell. */
const LONGEST_MARK = 56

export const shownMark = (showing: number, total: number): string =>
  `${noteStart()}${showing} of ${total} shown⟧`

/** The key under which an object says how many members are missing; never one of its own. */
export function omittedKey(keys: readonly string[]): string {
  let key = `${noteStart()}members omitted⟧`
  while (keys.includes(key)) key += '+'
  return key
}

/**
 * An array that is longer than the limit is wrapped in `{items, totalCount, showing, hasMore}` where
 * that leaves enough levels for its items; otherwise its last item is a mark.
 */
export function omissionNoteFor(
  reading: ArrayReading | ObjectReading,
  level: number,
  { maxArrayItems, maxJsonDepth, maxStringLength }: ResponseLimits,
): OmissionNote {
  if (maxStringLength < LONGEST_MARK) return 'silent'
  if (reading.kind === 'object') return 'keys'
  const itemsNest = [0, 1, 2].some((index) => {
    const item = reading.at(index)
    return typeof item === 'object' && item !== null
  })
  const levels = level + (itemsNest ? 3 : 2)
  return reading.length > maxArrayItems && levels <= maxJsonDepth ? 'wrap' : 'mark'
}

/** The most bytes that a note can cost. */
export function reserveFor(
  { omissionNote, total, reading }: Pick<ContainerPart, 'omissionNote' | 'total' | 'reading'>,
  encoding: Encoding,
): number {
  switch (omissionNote) {
    case 'wrap':
      return syntaxCost(
        `{"items":,"totalCount":${total},"showing":${total},"hasMore":true}`,
        encoding,
      )
    case 'mark':
      return wireBytes(`,"${shownMark(total, total)}"`, encoding)
    case 'keys':
      return reading.kind === 'object'
        ? wireBytes(`,"${omittedKey(reading.keys)}":${total}`, encoding)
        : 0
    default:
      return 0
  }
}

export const isCut = (container: ContainerPart): boolean =>
  container.entries.length < container.total
