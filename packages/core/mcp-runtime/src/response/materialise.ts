// From parts to the plain value that is sent, with a note of every array and object that was cut.
import { setOwn } from './fit.js'
import type { ContainerPart, Part } from './parts.js'
import { isCut, markOf, OMITTED_KEYS } from './telling.js'

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
    if (part.part === 'scalar') return part.value
    if (part.part === 'text') return part.text
    if (isCut(part) && cuts.length < MOST_CUTS) {
      cuts.push({ path: pathOf(part), total: part.total, showing: part.entries.size })
    }
    const places = [...part.entries.keys()].sort((a, b) => a - b)
    return part.reading.kind === 'array' ? makeArray(part, places) : makeObject(part, places)
  }

  const entry = (part: ContainerPart, place: number): unknown =>
    make(part.entries.get(place) as Part)

  const makeArray = (part: ContainerPart, places: number[]): unknown => {
    const items = places.map((place) => entry(part, place))
    if (!isCut(part)) return items
    const { total, telling } = part
    if (telling === 'wrap') {
      return { items, totalCount: total, showing: items.length, hasMore: true }
    }
    return telling === 'mark' ? [...items, markOf(items.length, total)] : items
  }

  const makeObject = (part: ContainerPart, places: number[]): unknown => {
    const keys = part.reading.kind === 'object' ? part.reading.keys : []
    const record: Record<string, unknown> = {}
    for (const place of places) {
      setOwn(record, part.renamed.get(place) ?? keys[place] ?? '', entry(part, place))
    }
    if (isCut(part) && part.telling === 'keys') record[OMITTED_KEYS] = part.total - places.length
    return record
  }

  return { value: make(root), cuts }
}

function pathOf(part: ContainerPart): string {
  const names: string[] = []
  for (let up = part; up.parent !== undefined; up = up.parent) {
    names.push(`/${up.name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  return names.reverse().join('')
}
