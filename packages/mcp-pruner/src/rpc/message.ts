// Messages on the wire, with as few assumptions as a proxy can make: an answer is
// forwarded as the text it came in.
import { type JsonStructure, structureOf } from './json-structure.js'

export type Id = string | number
export type Fields = Record<string, unknown>

export interface Message extends Fields {
  readonly id?: Id | null
  readonly method?: string
  readonly params?: Fields
}

/** A number that would not survive parsing is refused: 1e400 becomes null, and integers beyond 2^53 are rounded. */
export const isId = (id: unknown): id is Id =>
  typeof id === 'string' || (Number.isInteger(id) ? Number.isSafeInteger(id) : Number.isFinite(id))

/** The other side's answer, parsed, with access to its exact text. */
export class Answer {
  readonly value: unknown
  #text: string | undefined
  #structure: JsonStructure | undefined

  /** `text` is what `value` was parsed from, and `structure` its structure, if already known. */
  constructor(value: unknown, text?: string, structure?: JsonStructure) {
    this.value = value
    this.#text = text
    this.#structure = structure
  }

  /** Byte for byte what was sent, if the transport still has it. */
  get text(): string {
    this.#text ??= JSON.stringify(this.value)
    return this.#text
  }

  get structure(): JsonStructure {
    this.#structure ??= structureOf(this.text)
    return this.#structure
  }
}

/** The connection closed before the answer arrived. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  /** Then the work may have been done. */
  readonly wasSent: boolean

  constructor(message: string, { wasSent = false } = {}) {
    super(message)
    this.wasSent = wasSent
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
