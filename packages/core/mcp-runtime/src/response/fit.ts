// The usual case: the value is within its limits. One walk copies it, so that getters and toJSON
// run once and what was checked is what is sent; the walk stops at the first exceeded limit.
import type { ResponseLimits } from '@jeeves/contracts'
import { ExactNumber, setOwn } from '../json/exact-json.js'
import { totalOf } from '../json/main-list.js'
import { type ArrayReading, read } from './read.js'

const DOES_NOT_FIT = Symbol('does not fit')

class Fit {
  /** A lower bound of the bytes so far: enough to stop early on something huge. */
  #bytes = 0
  readonly #limits: ResponseLimits
  readonly #maxBytes: number

  constructor(limits: ResponseLimits, maxBytes: number) {
    this.#limits = limits
    this.#maxBytes = maxBytes
  }

  copy(value: unknown, level: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value)
      case 'boolean':
        return this.#spend(4) ? value : DOES_NOT_FIT
      case 'number':
        if (!this.#spend(1)) return DOES_NOT_FIT
        return Number.isFinite(value) ? value : null
      case 'object':
        if (value === null) return this.#spend(4) ? null : DOES_NOT_FIT
        if (value instanceof ExactNumber)
          return this.#spend(value.text.length) ? value : DOES_NOT_FIT
        return this.#container(value, level)
      default:
        return this.#read(value, level)
    }
  }

  #container(value: object, level: number): unknown {
    // A part says that it is one, and only shaping writes that.
    if (totalOf(value) !== undefined) return DOES_NOT_FIT
    const prototype: unknown = Object.getPrototypeOf(value)
    const isPlain = prototype === Object.prototype || prototype === Array.prototype
    if (!isPlain || 'toJSON' in value) return this.#read(value, level)
    if (Array.isArray(value)) return this.#array(value, level)
    return this.#object(value as Record<string, unknown>, level)
  }

  /** The unusual kinds. */
  #read(value: unknown, level: number): unknown {
    const reading = read(value)
    if (reading.kind === 'nothing') return undefined
    if (reading.kind === 'scalar') return this.copy(reading.value, level)
    if (reading.kind === 'array') {
      if (reading.length > this.#limits.maxArrayItems) return DOES_NOT_FIT
      return this.#array(itemsOf(reading), level)
    }
    const record: Record<string, unknown> = {}
    for (const [index, key] of reading.keys.entries()) setOwn(record, key, reading.at(index))
    return this.#object(record, level)
  }

  #spend(bytes: number): boolean {
    this.#bytes += bytes
    return this.#bytes < this.#maxBytes
  }

  #text(value: string): string | typeof DOES_NOT_FIT {
    const fits = value.length <= this.#limits.maxStringLength && this.#spend(value.length + 2)
    if (!fits) return DOES_NOT_FIT
    return value.isWellFormed() ? value : value.toWellFormed()
  }

  #array(items: readonly unknown[], level: number): unknown {
    const { length } = items
    if (length > this.#limits.maxArrayItems || !this.#enter(length, level)) return DOES_NOT_FIT
    const copy: unknown[] = []
    for (let i = 0; i < length; i++) {
      const item = this.copy(items[i], level + 1)
      if (item === DOES_NOT_FIT) return DOES_NOT_FIT
      copy.push(item ?? null)
    }
    return copy
  }

  #object(record: Record<string, unknown>, level: number): unknown {
    const keys = Object.keys(record)
    if (!this.#enter(keys.length, level)) return DOES_NOT_FIT
    const copy: Record<string, unknown> = {}
    for (const key of keys) {
      const item = this.copy(record[key], level + 1)
      if (item === DOES_NOT_FIT) return DOES_NOT_FIT
      if (item === undefined) continue
      if (this.#text(key) !== key) return DOES_NOT_FIT
      setOwn(copy, key, item)
    }
    return copy
  }

  #enter(size: number, level: number): boolean {
    return this.#spend(2) && (size === 0 || level < this.#limits.maxJsonDepth)
  }
}

function itemsOf(reading: ArrayReading): unknown[] {
  return Array.from({ length: reading.length }, (_, index) => reading.at(index))
}

/**
 * A plain copy of `value` when every limit but the exact number of bytes holds for it, with `value` at
 * `level` of what is sent; otherwise `undefined`. A cycle runs into the depth limit, and what throws is
 * left to the shaping that can say so.
 */
export function copyIfFits(
  value: unknown,
  limits: ResponseLimits,
  level = 1,
  maxBytes = limits.maxBytes,
): { readonly value: unknown } | undefined {
  try {
    const copy = new Fit(limits, maxBytes).copy(value, level)
    return copy === DOES_NOT_FIT ? undefined : { value: copy }
  } catch {
    return undefined
  }
}
