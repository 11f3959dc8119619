// What was left out of a value, and how the value says so. Notes begin in a way that no data does.
import type { ResponseLimits } from '@jeeves/contracts'
import { type Encoding, jsonCost } from '../json/sizes.js'
import type { Part } from './parts.js'

/** Something of which a part is shown. */
export interface Omission {
  /** Where it stands in what is shown. */
  readonly path: readonly string[]
  /** And in the whole, if elsewhere. */
  readonly source?: readonly string[]
  readonly shown: number
  readonly total: number
  readonly unit: 'blocks' | 'items' | 'members' | 'lines' | 'characters'
  /** Of a text. */
  readonly characters?: number
  /** What is shown is the beginning of it. */
  readonly isPrefix?: boolean
}

let seal = ''

/** From now on notes carry this tag, which the authors of the texts shown cannot know. */
export function sealNotes(tag: string): void {
  seal = tag === '' ? '' : `#${tag}`
}

/** What every note of ours begins with. */
export const noteStart = (): string => `⟦mcp-pruner${seal}: `

/** Before one line of text that stands in the place of what lies too deep. */
export const nestedMark = (): string => `${noteStart()}nested⟧ `

/** With totals as large as an array can have; where strings are shorter, flags alone tell. */
const MAX_MARK_LENGTH = 56

export const shownMark = (showing: number, total: number): string =>
  `${noteStart()}${showing} of ${total} shown⟧`

/** The key under which an object says how many members are missing; never one of its own. */
export function omittedKey(keys: readonly string[]): string {
  let key = `${noteStart()}members omitted⟧`
  while (keys.includes(key)) key += '+'
  return key
}

/** Where a cut is noted: around an array, as its last item, as a key of an object, or not in the value. */
export type NoteStyle = 'wrap' | 'mark' | 'keys' | 'silent'

/**
 * An array that is longer than the limit is wrapped in `{items, totalCount, showing, hasMore}` where
 * that leaves enough levels for its items; otherwise its last item is a mark.
 */
export function noteStyleFor(
  { container }: Part,
  level: number,
  { maxArrayItems, maxJsonDepth, maxStringLength }: ResponseLimits,
): NoteStyle {
  if (maxStringLength < MAX_MARK_LENGTH || !container) return 'silent'
  if (container.kind === 'object') return 'keys'
  const itemsNest = [0, 1, 2].some((index) => {
    const item = container.at(index)
    return typeof item === 'object' && item !== null
  })
  const levels = level + (itemsNest ? 3 : 2)
  return container.length > maxArrayItems && levels <= maxJsonDepth ? 'wrap' : 'mark'
}

const keysOf = ({ container }: Part): readonly string[] =>
  container?.kind === 'object' ? container.keys : []

/** The most bytes that a note can cost. */
export function noteCost(part: Part, total: number, style: NoteStyle, encoding: Encoding): number {
  switch (style) {
    case 'wrap':
      return jsonCost(
        `{"items":,"totalCount":${total},"showing":${total},"hasMore":true}`,
        encoding,
      )
    case 'mark':
      return jsonCost(`,"${shownMark(total, total)}"`, encoding)
    case 'keys':
      return jsonCost(`,"${omittedKey(keysOf(part))}":${total}`, encoding)
    default:
      return 0
  }
}

/** `value` is a part of `part`, which has `total` entries. */
export function withNote(value: object, part: Part, total: number, style: NoteStyle): unknown {
  if (!Array.isArray(value)) {
    const omitted = total - Object.keys(value).length
    return style === 'keys' ? { ...value, [omittedKey(keysOf(part))]: omitted } : value
  }
  const showing = value.length
  if (style === 'wrap') return { items: value, totalCount: total, showing, hasMore: true }
  return style === 'mark' ? [...(value as unknown[]), shownMark(showing, total)] : value
}
