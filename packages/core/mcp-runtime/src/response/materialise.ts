// From parts to the plain value that is sent, with a note of every array and object that was cut.

import type { ResponseLimits } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'
import { setOwn } from '../json/exact-json.js'
import { formatPointer } from '../json/pointer.js'
import type { Encoding } from '../json/sizes.js'
import { isCut, omittedKey, shownMark } from './omission-notes.js'
import type { ContainerPart, Part, TextPart } from './parts.js'

export interface Cut {
  /** JSON pointer to the array or object, from the value that was shaped. */
  readonly path: string
  readonly total: number
  readonly showing: number
}

export interface Made {
  readonly value: unknown
  readonly cuts: Cut[]
}

/** Enough for a note; the artifact has the rest. */
const MOST_CUTS = 20

export function materialise(root: Part): Made {
  const cuts: Cut[] = []

  const make = (part: Part): unknown => {
    if (part.part === 'scalar' || part.part === 'whole') return part.value
    if (part.part === 'text') return part.text
    const { entries } = part
    if (isCut(part) && cuts.length < MOST_CUTS) {
      cuts.push({ path: pathOf(part), total: part.total, showing: entries.length })
    }
    entries.sort((a, b) => a.place - b.place)
    return part.reading.kind === 'array' ? makeArray(part) : makeObject(part)
  }

  const makeArray = (array: ContainerPart): unknown => {
    const items = array.entries.map(({ part }) => make(part))
    if (!isCut(array)) return items
    const { total, omissionNote } = array
    if (omissionNote === 'wrap') {
      return { items, totalCount: total, showing: items.length, hasMore: true }
    }
    return omissionNote === 'mark' ? [...items, shownMark(items.length, total)] : items
  }

  const makeObject = (object: ContainerPart): unknown => {
    const record: Record<string, unknown> = {}
    for (const { key, part } of object.entries) setOwn(record, key, make(part))
    if (isCut(object) && object.omissionNote === 'keys' && object.reading.kind === 'object') {
      record[omittedKey(object.reading.keys)] = object.total - object.entries.length
    }
    return record
  }

  return { value: make(root), cuts }
}

function pathOf(part: ContainerPart): string {
  const names: string[] = []
  for (let up = part; up.parent !== undefined; up = up.parent) {
    names.push(up.name)
  }
  return formatPointer(names.reverse())
}

// Spends what is left of the budget on the strings that were cut: important ones first, and among equals
// each gets the same, so that what a short one does not need goes to the longer ones.
export function growTexts(
  texts: readonly TextPart[],
  budget: number,
  limits: ResponseLimits,
  encoding: Encoding,
): void {
  const cut = texts.filter((text) => !text.whole)
  const left = share(
    cut.filter((text) => text.important),
    budget,
    limits,
    encoding,
  )
  share(
    cut.filter((text) => !text.important),
    left,
    limits,
    encoding,
  )
}

function share(
  texts: readonly TextPart[],
  budget: number,
  { maxStringLength, truncationSuffix }: ResponseLimits,
  encoding: Encoding,
): number {
  const longest = (text: TextPart, bytes: number) =>
    cutText(text.full, maxStringLength, bytes, truncationSuffix, encoding)
  const needs = texts
    .map((text) => ({ text, need: longest(text, text.cost + budget).cost - text.cost }))
    .sort((a, b) => a.need - b.need)
  let left = budget
  for (const [index, { text }] of needs.entries()) {
    const grown = longest(text, text.cost + Math.floor(left / (needs.length - index)))
    left -= grown.cost - text.cost
    Object.assign(text, grown)
  }
  return left
}
