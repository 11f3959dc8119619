// The parts of a shaped value while its budget is being spent: which entries of each object and array
// are in, and which strings may still grow.
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
export type OmissionNote = 'wrap' | 'mark' | 'keys' | 'silent'

/** An entry at the source. */
export interface Offered {
  readonly place: number
  readonly reading: Reading
  readonly source: unknown
  readonly important: boolean
}

export interface Entry {
  readonly place: number
  /** The key as it is sent. */
  readonly key: string
  readonly part: Part
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
  /** What is in, in the order in which it came. */
  readonly entries: Entry[]
  /** All keys, once one had to be sent otherwise than it is at the source. */
  names?: Set<string>
  readonly offers: Offers
  skipped?: Offered[]
  omissionNote: OmissionNote
  /** Bytes reserved for the note. */
  reserve: number
}

export interface ScalarPart {
  readonly part: 'scalar'
  readonly value: Exclude<Scalar, string>
}

/** An object or array that is in as it is. */
export interface WholePart {
  readonly part: 'whole'
  readonly value: unknown
}

export type Part = TextPart | ContainerPart | ScalarPart | WholePart

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
export class ItemOffers implements Offers {
  readonly length: number
  readonly absent = 0
  readonly #reading: ArrayReading

  constructor(reading: ArrayReading, maxItems: number) {
    this.#reading = reading
    this.length = Math.min(reading.length, maxItems)
  }

  classEnd(): number {
    return this.length
  }

  at(place: number): Offered {
    const source = this.#reading.at(place)
    return { place, source, reading: read(source), important: false }
  }
}

/** Keys by importance; of an object with more keys than could ever fit, only so many are looked at. */
export class KeyOffers implements Offers {
  readonly length: number
  readonly absent: number
  readonly #offered: readonly Offered[]
  readonly #ends: readonly number[]

  constructor(reading: ObjectReading, maxKeys: number) {
    const { keys } = reading
    const classes: Offered[][] = []
    const considered = Math.min(keys.length, maxKeys)
    let found = 0
    for (let place = 0; place < considered; place++) {
      const source = reading.at(place)
      const value = read(source)
      if (value.kind === 'nothing') continue
      found += 1
      const important = isImportantKey(keys[place] ?? '')
      const group = importanceOf(value, important)
      const peers = classes[group] ?? []
      classes[group] = peers
      peers.push({ place, source, reading: value, important })
    }
    const used = classes.filter((group) => group !== undefined)
    this.#offered = used.length === 1 ? (used[0] ?? []) : used.flat()
    let end = 0
    this.#ends = used.map((group) => {
      end += group.length
      return end
    })
    this.length = found
    this.absent = considered - found
  }

  classEnd(index: number): number {
    return this.#ends.find((end) => end > index) ?? this.length
  }

  at(index: number): Offered {
    return this.#offered[index] as Offered
  }
}

export function isAncestor(source: unknown, part: ContainerPart | undefined): boolean {
  for (let up = part; up !== undefined; up = up.parent) {
    if (up.source === source) return true
  }
  return false
}

// What of an object is worth its bytes first. Lower goes in earlier.
/** What it is, and whether it went well. */
const IMPORTANT_KEY =
  /^(?:.*[_-])?(?:id|uuid|key|name|title|label|summary|path|file|line|url|type|kind|code|status|state|severity|level|priority|success|ok|count|total|error|errors|message|reason|warning|warnings|failed|failures|exit_?code|has_?more|next_?cursor)$|(?:Id|Name|Path|Url|Type|Code|Status|Count|Total|Error|Message)$/i

/** Longer strings are text to read, not values to know. */
export const SHORT_STRING = 80

export type ImportanceClass = 0 | 1 | 2 | 3

export const isImportantKey = (key: string): boolean => key.length <= 40 && IMPORTANT_KEY.test(key)

export function importanceOf(reading: Reading, important: boolean): ImportanceClass {
  if (reading.kind === 'array') return important ? 2 : 3
  if (reading.kind === 'object') return important ? 1 : 2
  if (important) return 0
  const isLong =
    reading.kind === 'scalar' &&
    typeof reading.value === 'string' &&
    reading.value.length > SHORT_STRING
  return isLong ? 3 : 1
}
