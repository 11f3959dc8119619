// Reads one value of any kind as JSON would hold it, without going into it. Nothing a value does while it
// is read (a getter, toJSON or proxy that throws) gets out.

import { types } from 'node:util'
import { ExactNumber } from '../json/exact-json.js'
import { totalOf } from '../json/main-list.js'

export type Scalar = string | number | boolean | null | ExactNumber

export interface ArrayReading {
  readonly kind: 'array'
  readonly length: number
  /** Of the list that this is a part of. */
  readonly total?: number | undefined
  at(index: number): unknown
}

export interface ObjectReading {
  readonly kind: 'object'
  readonly keys: readonly string[]
  /** Of the object that this is a part of. */
  readonly total?: number | undefined
  at(index: number): unknown
}

export interface ScalarReading {
  readonly kind: 'scalar'
  readonly value: Scalar
}

export type Reading =
  | ArrayReading
  | ObjectReading
  | ScalarReading
  /** What JSON leaves out: undefined, functions, symbols. */
  | { readonly kind: 'nothing' }

const NOTHING: Reading = { kind: 'nothing' }
const scalar = (value: Scalar): ScalarReading => ({ kind: 'scalar', value })
/** Writing a number in decimal takes time that grows with the square of its digits. */
const MAX_BIGINT = 10n ** 1000n

export function read(value: unknown): Reading {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return scalar(value)
    case 'number':
      return scalar(Number.isFinite(value) ? value : null)
    case 'bigint':
      return scalar(bigintText(value))
    case 'object':
      return value === null ? scalar(null) : readObject(value)
    default:
      return NOTHING
  }
}

function bigintText(value: bigint): string {
  const tooLong = value > MAX_BIGINT || value < -MAX_BIGINT
  return tooLong ? '[a whole number of over 1000 digits]' : value.toString()
}

function readObject(value: object): Reading {
  try {
    if (value instanceof ExactNumber) return scalar(value)
    return readBuiltIn(value) ?? readToJson(value) ?? readPlain(value)
  } catch (error) {
    return scalar(unreadable(error))
  }
}

/** What a value threw may itself throw when it is looked at. */
function unreadable(error: unknown): string {
  let reason = 'it cannot say why'
  try {
    reason = error instanceof Error ? error.message : String(error)
  } catch {}
  return `[unreadable: ${reason.slice(0, 200)}]`
}

/** Whether `value` has a reading of its own, which JSON does not know. */
export const isBuiltIn = (value: object): boolean => readBuiltIn(value) !== undefined

function readBuiltIn(value: object): Reading | undefined {
  if (value instanceof Date) {
    return scalar(Number.isNaN(value.getTime()) ? null : value.toISOString())
  }
  if (value instanceof Map) return readMap(value)
  if (value instanceof Set) return readArray([...value])
  if (ArrayBuffer.isView(value)) return readBytes(value)
  if (value instanceof ArrayBuffer) return readArray(new Uint8Array(value))
  if (value instanceof Error) return readError(value)
  if (value instanceof RegExp) return scalar(String(value))
  if (types.isBoxedPrimitive(value)) return read(value.valueOf())
  return undefined
}

function readToJson(value: object): Reading | undefined {
  const { toJSON } = value as { toJSON?: unknown }
  if (typeof toJSON !== 'function') return undefined
  const replaced: unknown = toJSON.call(value, '')
  if (typeof replaced !== 'object' || replaced === null) return read(replaced)
  return readBuiltIn(replaced) ?? readPlain(replaced)
}

function readPlain(value: object): Reading {
  return Array.isArray(value) ? readArray(value, totalOf(value)) : new Keyed(value)
}

function readArray(items: ArrayLike<unknown>, total?: number): ArrayReading {
  return {
    kind: 'array',
    length: items.length,
    total,
    at: (index) => (index in items ? guarded(items, index) : undefined),
  }
}

function readBytes(view: ArrayBufferView): Reading {
  if (view instanceof DataView) {
    return readArray(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  }
  return readArray(view as unknown as ArrayLike<unknown>)
}

/** Lists its keys only when asked: most objects are first looked at to see that they are objects. */
class Keyed implements ObjectReading {
  readonly kind = 'object'
  readonly #source: object
  #keys: readonly string[] | undefined

  constructor(source: object, keys?: readonly string[]) {
    this.#source = source
    this.#keys = keys
  }

  get keys(): readonly string[] {
    try {
      this.#keys ??= Object.keys(this.#source)
    } catch {
      this.#keys = []
    }
    return this.#keys
  }

  get total(): number | undefined {
    return totalOf(this.#source)
  }

  at(index: number): unknown {
    return guarded(this.#source, this.keys[index] ?? '')
  }
}

/** Keyed by text where the keys are plain, else as a list of pairs. */
function readMap(map: Map<unknown, unknown>): Reading {
  const names = [...map.keys()]
  if (names.some((name) => typeof name === 'object' || typeof name === 'function')) {
    return readArray([...map])
  }
  const byText = new Map(names.map((name) => [String(name), name]))
  const keys = [...byText.keys()]
  return { kind: 'object', keys, at: (index) => map.get(byText.get(keys[index] ?? '')) }
}

/** JSON sees nothing in an error; its reader needs the message. */
function readError(error: Error): ObjectReading {
  const keys = new Set(['name', 'message', ...Object.keys(error)])
  if (error.cause !== undefined) keys.add('cause')
  return new Keyed(error, [...keys])
}

function guarded(source: object, key: string | number): unknown {
  try {
    return (source as Record<string | number, unknown>)[key]
  } catch (error) {
    return unreadable(error)
  }
}
