// How many bytes parts take on the wire, counted no further than there is room.
import { cutText } from '../json/cut-text.js'
import { printJson } from '../json/exact-json.js'
import { jsonCost } from '../json/sizes.js'
import { copyIfFits } from './fit.js'
import { isImportantKey, type Part, SHORT_STRING } from './parts.js'
import type { ShrinkPolicy } from './shrink-policy.js'

/** A value as it is sent, and what it takes. */
export interface Made {
  readonly value: unknown
  readonly cost: number
}

/** Strings start as this much, so that one long text cannot crowd out the rest. */
const FIRST_LENGTH = 60
const FIRST_LENGTH_IMPORTANT = 160
/** So are objects and lists. */
const FIRST_CONTAINER = 64
/** For the last line of a text that was cut. */
const FIRST_TEXT = 200

interface Measured {
  readonly upTo: number
  readonly level: number
  /** Absent: it is over a limit at that level, or larger. */
  readonly whole: Made | undefined
}

export class PartSizes {
  readonly #policy: ShrinkPolicy
  /** By the value, which may stand in many places: a small one can unfold to an astronomical one. */
  readonly #measured = new Map<unknown, Measured>()

  constructor(policy: ShrinkPolicy) {
    this.#policy = policy
  }

  /** As it is, if it is within every limit and nothing is to be left out of it. */
  whole(part: Part, room: number, level: number): Made | undefined {
    if (this.#policy.chosen && part.hasChoices) return undefined
    if (room === Number.POSITIVE_INFINITY) return { value: part.source, cost: 0 }
    const known = this.#measured.get(part.source)
    if (known?.whole && level <= known.level) {
      return known.whole.cost <= room ? known.whole : undefined
    }
    const isKnownOver = known && !known.whole
    if (isKnownOver && level >= known.level && room <= known.upTo) return undefined
    // Places of one value have about the same room; for all of them it is measured once more.
    const upTo = isKnownOver ? room * 2 : room
    const whole = this.#measure(part, upTo, level)
    this.#measured.set(part.source, { upTo, level, whole })
    return whole && whole.cost <= room ? whole : undefined
  }

  #measure(part: Part, room: number, level: number): Made | undefined {
    const { knownJson } = part
    if (knownJson !== undefined && knownJson.length > room) return undefined
    const copy = copyIfFits(part.source, this.#policy.limits, level, room + 1)
    if (!copy) return undefined
    const cost = jsonCost(knownJson ?? printJson(copy.value), this.#policy.encoding)
    return cost <= room ? { value: copy.value, cost } : undefined
  }

  /** Bytes of what is shown of a member at first. */
  firstOf({ reading, key }: Part): number {
    if (reading.kind !== 'scalar') return FIRST_CONTAINER
    const { value } = reading
    if (typeof value !== 'string') return Number.POSITIVE_INFINITY
    const { lines } = this.#policy
    if (lines && value.length > lines.longerThan) return FIRST_TEXT
    const first = isImportantKey(key) ? FIRST_LENGTH_IMPORTANT : FIRST_LENGTH
    const units = value.length <= SHORT_STRING ? SHORT_STRING : first
    const { maxStringLength, truncationSuffix } = this.#policy.limits
    const most = Math.min(units, maxStringLength)
    return cutText(value, most, Number.POSITIVE_INFINITY, truncationSuffix, this.#policy.encoding)
      .cost
  }

  /** Bytes of all that may be shown of it; more than `room` if that does not fit. */
  need(entry: Part, room: number, level: number): number {
    const { reading } = entry
    if (room === Number.POSITIVE_INFINITY) return 0
    const over = room + 1
    if (reading.kind === 'array' || reading.kind === 'object') {
      if (this.#policy.chosen && entry.hasChoices)
        return jsonCost(entry.json, this.#policy.encoding)
      return this.whole(entry, room, level)?.cost ?? over
    }
    const value = reading.kind === 'scalar' ? reading.value : null
    if (typeof value !== 'string') return jsonCost(String(value), this.#policy.encoding)
    const { maxStringLength, truncationSuffix } = this.#policy.limits
    const isText = this.#policy.lines && value.length > this.#policy.lines.longerThan
    const most = isText ? Number.POSITIVE_INFINITY : maxStringLength
    const { cost, whole } = cutText(value, most, over, truncationSuffix, this.#policy.encoding)
    return whole || cost < room ? cost : over
  }
}
