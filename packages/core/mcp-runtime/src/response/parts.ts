// The parts of a shaped value while its budget is being spent: which entries of each object and array
// are in, and which strings may still grow.
import { CLASSES, importanceOf, isImportantKey } from './importance.js'
import { type ArrayReading, type ObjectReading, type Reading, read, type Scalar } from './read.js'

/** A string that is in, perhaps not yet as long as it could be. */
export interface TextPart {
  readonly part: 'text'
  readonly full: string
  readonly important: boolean
  /** The text as it stands now, its cost in bytes, and whether that is all of it. */
  text: string
  cost: number
  whole: boolean
}

/** How a cut will be told: around an array, as its last item, as a key of an object, or not in the value. */
export type Telling = 'wrap' | 'mark' | 'keys' | 'silent'

/** An entry at the source. */
export interface Offered {
  readonly place: number
  readonly reading: Reading
  readonly source: unknown
  readonly important: boolean
}

export interface ContainerPart {
  readonly part: 'container'
  readonly source: unknown
  readonly parent: ContainerPart | undefined
  readonly reading: ArrayReading | ObjectReading
  /** The level of its entries in what is sent. */
  readonly entryLevel: number
  readonly name: string
  /** Entries at the source. */
  readonly total: number
  /** What is in, by its place at the source. */
  readonly entries: Map<number, Part>
  /** Keys that are sent otherwise than they are at the source. */
  readonly renamed: Map<number, string>
  /** All keys, once one had to be renamed. */
  names?: Set<string>
  readonly offers: Offers
  readonly skipped: Offered[]
  telling: Telling
  /** Bytes held back for telling. */
  reserve: number
}

export interface ScalarPart {
  readonly part: 'scalar'
  readonly value: Exclude<Scalar, string>
}

export type Part = TextPart | ContainerPart | ScalarPart

/** Entries in the order in which they are offered. */
export interface Offers {
  readonly length: number
  at(index: number): Offered
  /** Where the class of importance of the entry at `index` ends. */
  classEnd(index: number): number
  /** Entries that JSON leaves out. */
  readonly absent: number
}

/** Items in their order; no more than the limit are ever looked at. */
export function offerItems(reading: ArrayReading, maxItems: number): Offers {
  const length = Math.min(reading.length, maxItems)
  return {
    length,
    classEnd: () => length,
    at: (place) => {
      const source = reading.at(place)
      return { place, source, reading: read(source), important: false }
    },
    absent: 0,
  }
}

/** Keys by importance; of an object with more keys than could ever fit, only so many are looked at. */
export function offerKeys(reading: ObjectReading, maxKeys: number): Offers {
  const classes: Offered[][] = Array.from({ length: CLASSES }, () => [])
  const { keys } = reading
  let absent = 0
  for (let place = 0; place < keys.length && place < maxKeys; place++) {
    const source = reading.at(place)
    const value = read(source)
    if (value.kind === 'nothing') {
      absent += 1
    } else {
      const important = isImportantKey(keys[place] ?? '')
      classes[importanceOf(value, important)]?.push({ place, source, reading: value, important })
    }
  }
  const offered = classes.flat()
  let end = 0
  const ends = classes.map((group) => {
    end += group.length
    return end
  })
  return {
    length: offered.length,
    classEnd: (index) => ends.find((classEnd) => classEnd > index) ?? offered.length,
    at: (index) => offered[index] as Offered,
    absent,
  }
}

export function isAncestor(source: unknown, part: ContainerPart | undefined): boolean {
  for (let up = part; up !== undefined; up = up.parent) {
    if (up.source === source) return true
  }
  return false
}
