// Extracts the id from a line that is too long for memory. The id may
// be at either end of a message, so the whole line is scanned, and none of it is kept.
import { type Id, isId } from './message.js'

export interface OverlongLine {
  /** As far as it can be read. */
  readonly id: Id | null
  readonly isResponse: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
/** No relevant id or member name is longer. */
const MAX_HELD_BYTES = 1024

export class OverlongLineScan {
  #depth = 0
  #inString = false
  #isEscaped = false
  /** The member name or value being read, at depth 1. */
  #held: number[] = []
  #name: string | undefined
  readonly #members = new Map<string, unknown>()

  push(chunk: Uint8Array): void {
    for (const byte of chunk) this.#take(byte)
  }

  end(): OverlongLine {
    this.#finishMember()
    const id = this.#members.get('id')
    const isResponse =
      !this.#members.has('method') && (this.#members.has('result') || this.#members.has('error'))
    return { id: isId(id) ? id : null, isResponse }
  }

  #take(byte: number): void {
    if (this.#inString) {
      this.#hold(byte)
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) this.#inString = false
      return
    }
    if (byte === 0x7b || byte === 0x5b) this.#depth += 1
    else if (byte === 0x7d || byte === 0x5d) {
      if (this.#depth === 1) this.#finishMember()
      this.#depth -= 1
    } else if (this.#depth === 1 && byte === COMMA) this.#finishMember()
    else if (this.#depth === 1 && byte === COLON) this.#finishName()
    else {
      if (byte === QUOTE) this.#inString = true
      this.#hold(byte)
    }
  }

  #hold(byte: number): void {
    if (this.#depth === 1 && this.#held.length < MAX_HELD_BYTES) this.#held.push(byte)
  }

  #finishName(): void {
    const name = this.#heldValue()
    this.#name = typeof name === 'string' ? name : undefined
    if (this.#name !== undefined) this.#members.set(this.#name, undefined)
  }

  #finishMember(): void {
    const value = this.#heldValue()
    // Only the id is needed; of the other members, only the names.
    if (this.#name === 'id') this.#members.set('id', value)
    this.#name = undefined
  }

  #heldValue(): unknown {
    const text = Buffer.from(this.#held).toString('utf8')
    this.#held = []
    try {
      return JSON.parse(text) as unknown
    } catch {
      return undefined
    }
  }
}
