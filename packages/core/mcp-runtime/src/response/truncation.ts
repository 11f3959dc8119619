// Shapes any value to all limits at once. The byte budget is spent breadth first and most important first:
// the ids, names, states and errors of everything, then other plain values, then objects, then arrays and
// long texts; what is left over lets cut strings grow. The work is linear in what is looked at.
import type { ResponseLimits } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'
import { printJson } from '../json/exact-json.js'
import { type Encoding, wireBytes } from '../json/sizes.js'
import { copyIfFits } from './fit.js'
import { flatten } from './flatten.js'
import { type Cut, growTexts, materialise } from './materialise.js'
import { isCut, nestedMark, omissionNoteFor, reserveFor } from './omission-notes.js'
import {
  type ContainerPart,
  ItemOffers,
  isAncestor,
  KeyOffers,
  type Offered,
  type Part,
  SHORT_STRING,
  type TextPart,
  type WholePart,
} from './parts.js'
import { type ArrayReading, type ObjectReading, read } from './read.js'

export type { Cut } from './materialise.js'

export interface ShapeOptions {
  /** Default `json`. */
  readonly encoding?: Encoding
  /** The level at which the value stands in what is sent. Default 1: it is what is sent. */
  readonly level?: number
  /**
   * `tell` (default) says in the value itself what was cut: `{items, totalCount, showing, hasMore}` or a
   * last item for arrays, a member for objects. `plain` leaves that to the caller for the value itself,
   * because an envelope's `count` and `hasMore` say it; what lies inside it tells all the same.
   */
  readonly style?: 'tell' | 'plain'
}

export interface Shaped {
  readonly value: unknown
  readonly truncated: boolean
  /** The first arrays and objects that were cut. */
  readonly cuts: readonly Cut[]
}

/** Strings start as this much, so that one long text cannot crowd out the rest. */
const FIRST_LENGTH = 60
const FIRST_LENGTH_IMPORTANT = 160
/** Below this a cut string says nothing. */
const LEAST_LENGTH = 12
/** Entries taken from one container before others of its rank have their turn. */
const CHUNK = 16
/** Entries in a row that did not fit before a container is left as it is. */
const PATIENCE = 16
/** Bytes of the smallest entry of an object: `"":0,`. */
const LEAST_ENTRY = 5
/** What is smaller than this part of what is left goes in whole: choosing would cost more than it saves. */
const WHOLE_SHARE = 256
/** Around the whole text, when it is sent as one. */
const TEXT_QUOTES = 2

/** `value` within `limits`, as a plain JSON value whose text is shorter than `limits.maxBytes`. */
export function shapeValue(
  value: unknown,
  limits: ResponseLimits,
  options: ShapeOptions = {},
): Shaped {
  const copy = copyIfFits(value, limits, options.level)
  if (copy !== undefined) {
    const sent = copy.value ?? null
    const bytes = wireBytes(printJson(sent), options.encoding ?? 'json')
    if (bytes < limits.maxBytes) return { value: sent, truncated: false, cuts: [] }
  }
  return new Shaper(limits, options).shape(value)
}

/** A container that has entries left to offer. */
interface Turn {
  readonly container: ContainerPart
  next: number
  misses: number
}

class Shaper {
  #left: number
  readonly #limits: ResponseLimits
  readonly #encoding: Encoding
  readonly #level: number
  readonly #style: 'tell' | 'plain'
  readonly #turns: Turn[][] = []
  readonly #texts: TextPart[] = []
  readonly #containers: ContainerPart[] = []
  /** Something was replaced by a text about it. */
  #replaced = false

  constructor(limits: ResponseLimits, { encoding, level, style }: ShapeOptions) {
    this.#limits = limits
    this.#encoding = encoding ?? 'json'
    this.#level = level ?? 1
    this.#style = style ?? 'tell'
    this.#left = limits.maxBytes - 1 - (this.#encoding === 'text' ? TEXT_QUOTES : 0)
  }

  shape(value: unknown): Shaped {
    const whole = { place: 0, source: value, reading: read(value), important: true }
    const root = this.#include(whole, undefined, '', this.#level, 0)
    if (root === undefined) return { value: null, truncated: true, cuts: [] }
    for (let rank = 0; rank < this.#turns.length; rank++) {
      for (const turn of this.#turns[rank] ?? []) this.#take(turn, rank)
    }
    this.#offerSkipped()
    growTexts(this.#texts, this.#left, this.#limits, this.#encoding)
    const truncated =
      this.#replaced || this.#texts.some((text) => !text.whole) || this.#containers.some(isCut)
    return { ...materialise(root), truncated }
  }

  /** Pays for one value and returns it, or `undefined` when not even its least form fits. */
  #include(
    { reading, source, important }: Offered,
    parent: ContainerPart | undefined,
    name: string,
    level: number,
    rank: number,
  ): Part | undefined {
    if (reading.kind === 'array' || reading.kind === 'object') {
      return this.#container(reading, source, parent, name, level, rank)
    }
    const value = reading.kind === 'scalar' ? reading.value : null
    if (typeof value === 'string') return this.#text(value, important)
    return this.#pay(String(value).length) ? { part: 'scalar', value } : undefined
  }

  #text(full: string, important: boolean): TextPart | undefined {
    const { maxStringLength, truncationSuffix } = this.#limits
    const first = important ? FIRST_LENGTH_IMPORTANT : FIRST_LENGTH
    const units = Math.min(full.length <= SHORT_STRING ? SHORT_STRING : first, maxStringLength)
    const cut = cutText(full, units, this.#left, truncationSuffix, this.#encoding)
    // A mark that is cut itself says nothing.
    const mark = full.startsWith(nestedMark()) ? nestedMark().length : 0
    const least = Math.min(mark + LEAST_LENGTH + truncationSuffix.length, units)
    const saysNothing = !cut.whole && cut.text.length < least
    if (saysNothing || !this.#pay(cut.cost)) return undefined
    const part: TextPart = { part: 'text', full, important, ...cut }
    this.#texts.push(part)
    return part
  }

  #container(
    reading: ArrayReading | ObjectReading,
    source: unknown,
    parent: ContainerPart | undefined,
    name: string,
    level: number,
    rank: number,
  ): Part | undefined {
    const { maxArrayItems, maxJsonDepth, maxStringLength } = this.#limits
    const size = reading.kind === 'array' ? reading.length : reading.keys.length
    if (isAncestor(source, parent)) return this.#replace('[circular]')
    if (size > 0 && level >= maxJsonDepth)
      return this.#replace(nestedMark() + flatten(source, maxStringLength + 1))
    const whole = this.#whole(source, level)
    if (whole !== undefined) return whole
    if (!this.#pay(2)) return undefined
    const isTold = this.#style === 'tell' || parent !== undefined
    const omissionNote = isTold ? omissionNoteFor(reading, level, this.#limits) : 'silent'
    const { total = size } = reading
    const isOver = total > size ? size >= maxArrayItems : size > maxArrayItems
    const marked = omissionNote === 'mark' && isOver
    const offers =
      reading.kind === 'array'
        ? new ItemOffers(reading, marked ? maxArrayItems - 1 : maxArrayItems)
        : new KeyOffers(reading, Math.ceil(this.#left / LEAST_ENTRY))
    const container: ContainerPart = {
      part: 'container',
      source,
      parent,
      reading,
      entryLevel: omissionNote === 'wrap' ? level + 2 : level + 1,
      name,
      total: total - offers.absent,
      entries: [],
      offers,
      omissionNote,
      reserve: 0,
    }
    // What cannot say that it was cut stays out, and what it stands in says that.
    if (!this.#holdBack(container)) return undefined
    this.#containers.push(container)
    this.#take({ container, next: 0, misses: 0 }, rank)
    return container
  }

  #whole(source: unknown, level: number): WholePart | undefined {
    const maxBytes = Math.floor(this.#left / WHOLE_SHARE)
    if (maxBytes < 2 * LEAST_ENTRY) return undefined
    const copy = copyIfFits(source, this.#limits, level, maxBytes)
    if (copy === undefined) return undefined
    const cost = wireBytes(printJson(copy.value), this.#encoding)
    return this.#pay(cost) ? { part: 'whole', value: copy.value } : undefined
  }

  #replace(text: string): TextPart | undefined {
    this.#replaced = true
    return this.#text(text, true)
  }

  #holdBack(container: ContainerPart): boolean {
    if (container.total === 0) return true
    const reserve = reserveFor(container, this.#encoding)
    if (reserve > this.#left) {
      if (container.parent !== undefined) return false
      container.omissionNote = 'silent'
      return true
    }
    this.#left -= reserve
    container.reserve = reserve
    return true
  }

  /** Offers the next entries of a container, and queues the rest behind those of its rank. */
  #take(turn: Turn, rank: number): void {
    const { container } = turn
    const { offers } = container
    const end = Math.min(offers.classEnd(turn.next), turn.next + CHUNK)
    while (turn.next < end && turn.misses < PATIENCE) {
      const isIn = this.#entry(container, offers.at(turn.next++), rank)
      turn.misses = isIn ? 0 : turn.misses + 1
    }
    if (turn.next < offers.length && turn.misses < PATIENCE) {
      const peers = this.#turns[rank + 1] ?? []
      this.#turns[rank + 1] = peers
      peers.push(turn)
    } else if (!isCut(container)) {
      this.#left += container.reserve
      container.reserve = 0
    }
  }

  /** Puts one entry in, with its comma and key, or leaves everything as it was. */
  #entry(container: ContainerPart, offered: Offered, rank: number): boolean {
    const before = this.#left
    const key =
      container.reading.kind === 'array' ? `${offered.place}` : this.#key(container, offered)
    if (key !== undefined && this.#pay(1)) {
      const part = this.#include(offered, container, key, container.entryLevel, rank)
      if (part !== undefined) {
        container.entries.push({ place: offered.place, key, part })
        return true
      }
    }
    this.#left = before
    if (key !== sourceKey(container, offered.place)) container.names?.delete(key ?? '')
    container.skipped ??= []
    container.skipped.push(offered)
    return false
  }

  /** Pays for a key and its colon; a key over the limit is cut, and refused if it is then not unique. */
  #key(container: ContainerPart, { place }: Offered): string | undefined {
    const key = sourceKey(container, place)
    const { maxStringLength, truncationSuffix } = this.#limits
    const cut = cutText(key, maxStringLength, this.#left, truncationSuffix, this.#encoding)
    if (!this.#pay(cut.cost + 1)) return undefined
    if (cut.text === key) return key
    container.names ??= new Set((container.reading as ObjectReading).keys)
    const lacksRoom = !cut.whole && cut.text.length < Math.min(key.length, maxStringLength) - 1
    if (lacksRoom || container.names.has(cut.text)) return undefined
    container.names.add(cut.text)
    this.#replaced ||= !cut.whole
    return cut.text
  }

  /** What did not fit at first may fit now that less is held back. */
  #offerSkipped(): void {
    for (const container of this.#containers) {
      for (const offered of container.skipped?.splice(0) ?? []) this.#entry(container, offered, 0)
    }
  }

  #pay(cost: number): boolean {
    if (cost > this.#left) return false
    this.#left -= cost
    return true
  }
}

function sourceKey({ reading }: ContainerPart, place: number): string {
  return reading.kind === 'array' ? `${place}` : (reading.keys[place] ?? '')
}
