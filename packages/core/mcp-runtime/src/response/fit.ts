// The usual case: the value is within its limits. One walk copies it, so that getters and toJSON
// run once and what was checked is what is sent; the walk stops at the first exceeded limit.
import type { ResponseLimits } from '@jeeves/contracts'
import { sendable } from '../json/cut-text.js'
import { ExactNumber, setOwn } from '../json/exact-json.js'
import { totalOf } from '../json/main-list.js'
import { read } from './read.js'

/** Thrown at the first limit that does not hold. */
const OVER = new Error('over a limit')

class Fit {
  /** What is left, by a lower bound of the bytes so far: enough to stop early on something huge. */
  #left: number
  readonly #limits: ResponseLimits

  constructor(limits: ResponseLimits, maxBytes: number) {
    this.#limits = limits
    this.#left = maxBytes
  }

  copy(value: unknown, level: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.#text(value)
      case 'boolean':
        return this.#spend(4, value)
      case 'number':
        return this.#spend(1, Number.isFinite(value) ? value : null)
      case 'object':
        if (value === null) return this.#spend(4, null)
        if (value instanceof ExactNumber) return this.#spend(value.text.length, value)
        return this.#container(value, level)
      default:
        return this.#read(value, level)
    }
  }

  #container(value: object, level: number): unknown {
    // A part says that it is one, and only shaping writes that.
    if (totalOf(value) !== undefined) throw OVER
    const prototype: unknown = Object.getPrototypeOf(value)
    const isPlain = prototype === Object.prototype || prototype === Array.prototype
    if (!isPlain || 'toJSON' in value) return this.#read(value, level)
    if (Array.isArray(value)) return this.#array(value.length, (index) => value[index], level)
    const record = value as Record<string, unknown>
    const keys = Object.keys(record)
    return this.#object(keys, (index) => record[keys[index] ?? ''], level)
  }

  /** The unusual kinds. */
  #read(value: unknown, level: number): unknown {
    const reading = read(value)
    if (reading.kind === 'nothing') return undefined
    if (reading.kind === 'scalar') return this.copy(reading.value, level)
    const at = (index: number): unknown => reading.at(index)
    return reading.kind === 'array'
      ? this.#array(reading.length, at, level)
      : this.#object(reading.keys, at, level)
  }

  #spend<T>(bytes: number, value: T): T {
    this.#left -= bytes
    if (this.#left <= 0) throw OVER
    return value
  }

  #text(value: string): string {
    if (value.length > this.#limits.maxStringLength) throw OVER
    return this.#spend(value.length + 2, sendable(value))
  }

  #array(length: number, at: (index: number) => unknown, level: number): unknown {
    if (length > this.#limits.maxArrayItems) throw OVER
    this.#enter(length, level)
    const copy: unknown[] = []
    for (let i = 0; i < length; i++) copy.push(this.copy(at(i), level + 1) ?? null)
    return copy
  }

  #object(keys: readonly string[], at: (index: number) => unknown, level: number): unknown {
    this.#enter(keys.length, level)
    const copy: Record<string, unknown> = {}
    for (const [index, key] of keys.entries()) {
      const item = this.copy(at(index), level + 1)
      if (item === undefined) continue
      if (this.#text(key) !== key) throw OVER
      setOwn(copy, key, item)
    }
    return copy
  }

  #enter(size: number, level: number): void {
    if (size > 0 && level >= this.#limits.maxJsonDepth) throw OVER
    this.#spend(2, undefined)
  }
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
    return { value: new Fit(limits, maxBytes).copy(value, level) }
  } catch {
    return undefined
  }
}
