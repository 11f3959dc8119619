// One pass over a request, in document order. No recursion, so depth costs no stack; properties are read
// from their descriptors, so no getter runs; and the pass ends at the byte limit, so that values which
// share or contain themselves end too.
import type { MCPRequestLimits, ValidationIssue } from '@jeeves/contracts'
import { jsonScalarBytes, jsonStringBytes } from '../json/sizes.js'

/** Enough to fix a request; more would only make the answer long. */
const MAX_ERRORS = 20

/** A container that the walk is inside of. */
interface Frame extends RequestPath {
  readonly parent: Frame | undefined
  readonly container: object
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined
  readonly length: number
  readonly depth: number
  next: number
}

export class RequestWalk {
  readonly #limits: MCPRequestLimits
  readonly #maxArraySize: number
  readonly #stringBytes: (text: string) => number
  readonly #errors: ValidationIssue[] = []
  #frame: Frame | undefined
  #bytes = 0

  constructor(
    limits: MCPRequestLimits,
    maxArraySize: number,
    stringBytes: (text: string) => number = jsonStringBytes,
  ) {
    this.#limits = limits
    this.#maxArraySize = maxArraySize
    this.#stringBytes = stringBytes
  }

  run(request: unknown): ValidationIssue[] {
    this.#visit(request, undefined)
    while (this.#frame !== undefined && !this.#isOver()) {
      if (this.#frame.next === this.#frame.length) this.#frame = this.#frame.parent
      else this.#step(this.#frame)
    }
    const { maxRequestBytes: limit } = this.#limits
    if (this.#bytes > limit) this.#reportSize(limit)
    return this.#errors
  }

  #isOver(): boolean {
    return this.#bytes > this.#limits.maxRequestBytes || this.#errors.length >= MAX_ERRORS
  }

  #step(frame: Frame): void {
    const index = frame.next++
    const key = frame.keys === undefined ? index : (frame.keys[index] as string)
    if (index > 0) this.#bytes++ // comma
    if (typeof key === 'string') {
      this.#visitString(key, key, 'has a name of')
      this.#bytes++ // colon
    }
    const property = Object.getOwnPropertyDescriptor(frame.container, key)
    if (property?.get !== undefined || property?.set !== undefined) {
      this.#report('INVALID_INPUT', key, 'is computed by a getter, not plain data')
    } else {
      this.#visit(property?.value, key)
    }
  }

  #visit(value: unknown, key: Key | undefined): void {
    if (typeof value === 'string') this.#visitString(value, key, 'has')
    else if (typeof value === 'object' && value !== null) this.#enter(value, key)
    else this.#bytes += jsonScalarBytes(value)
  }

  #visitString(text: string, key: Key | undefined, has: string): void {
    const { maxStringLength: limit } = this.#limits
    if (text.length <= limit) {
      this.#bytes += this.#stringBytes(text)
      return
    }
    this.#bytes += text.length // at least; it is refused anyway
    const what = `${has} ${text.length} characters, the limit is ${limit}: send less`
    this.#report('STRING_TOO_LONG', key, what, limit, text.length)
  }

  #enter(container: object, key: Key | undefined): void {
    this.#bytes += 2
    const depth = (this.#frame?.depth ?? 0) + 1
    const { maxObjectDepth } = this.#limits
    if (depth > maxObjectDepth) {
      const what = `is nested ${depth} levels deep, the limit is ${maxObjectDepth}: flatten it`
      this.#report('TOO_DEEP', key, what, maxObjectDepth, depth)
    } else if (Array.isArray(container)) {
      this.#enterArray(container, key, depth)
    } else if (isOpaque(container)) {
      this.#report('INVALID_INPUT', key, 'is not JSON: send plain objects and arrays')
    } else {
      const keys = Object.keys(container)
      this.#push(container, keys, keys.length, depth, key)
    }
  }

  #enterArray(container: unknown[], key: Key | undefined, depth: number): void {
    const { length } = container
    const limit = this.#maxArraySize
    if (length <= limit) return this.#push(container, undefined, length, depth, key)
    const what = `has ${length} items, the limit is ${limit}: send fewer, or in several requests`
    this.#report('ARRAY_TOO_LARGE', key, what, limit, length)
  }

  #push(
    container: object,
    keys: readonly string[] | undefined,
    length: number,
    depth: number,
    key: Key | undefined,
  ): void {
    this.#frame = { key, parent: this.#frame, container, keys, length, depth, next: 0 }
  }

  #reportSize(limit: number): void {
    this.#frame = undefined
    const what = `has at least ${this.#bytes} bytes, the limit is ${limit}: send less`
    this.#report('REQUEST_TOO_LARGE', undefined, what, limit, this.#bytes)
  }

  #report(code: string, key: Key | undefined, what: string, limit?: number, actual?: number): void {
    const path = formatPath({ key, parent: this.#frame })
    const message = `${path === '' ? 'The request' : path} ${what}`
    const figures = limit === undefined ? {} : { limit, actual }
    this.#errors.push({ path, code, message, ...figures })
  }
}

/** Contains data that its properties do not show. */
const isOpaque = (value: object): boolean =>
  value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)

export type Key = string | number

export interface RequestPath {
  /** Undefined for the request itself. */
  readonly key: Key | undefined
  readonly parent: RequestPath | undefined
}

const MAX_KEY_LENGTH = 64
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

export function formatPath(path: RequestPath): string {
  const steps: string[] = []
  for (let at: RequestPath | undefined = path; at !== undefined; at = at.parent) {
    if (at.key !== undefined) steps.push(formatStep(at.key))
  }
  const text = steps.reverse().join('')
  return text.startsWith('.') ? text.slice(1) : text
}

function formatStep(key: Key): string {
  if (typeof key === 'number') return `[${key}]`
  const shown = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
  return IDENTIFIER.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`
}
