// The one shrinker of data: a value, a budget and what a question chose in; a value and what was left out, out.
import { type Encoding, textBytes } from '@jeeves/mcp-runtime'
import { fill, type Shrunk } from './fill.js'
import { type Explored, explore } from './parts.js'
import type { KeptAs } from './read-on.js'

export type { Shrunk } from './fill.js'

export interface ShrinkOptions extends KeptAs {
  /** Whether long strings are texts whose lines can be chosen. Default true. */
  readonly withTexts?: boolean
}

export class Shrinkable {
  readonly value: unknown
  readonly #explored: Explored
  #bytes: { readonly encoding: Encoding; readonly perChar: number } | undefined

  constructor(value: unknown, { withTexts = true }: ShrinkOptions = {}) {
    this.value = value
    this.#explored = explore(value, withTexts)
  }

  /** One for each part that can be chosen. */
  get lines(): readonly string[] {
    return this.#explored.lines
  }

  /** The lines are those of one text, which is most of the value. */
  get isText(): boolean {
    return this.#explored.isText
  }

  /** The value with the parts of these lines (0-based), and what is missing of it. */
  narrow(kept: ReadonlySet<number>, keptAs: KeptAs = {}): Shrunk {
    const { root } = this.#explored
    const room = Number.POSITIVE_INFINITY
    return root ? fill(root, { room, chosen: kept, keptAs }) : { value: this.value, cuts: [] }
  }

  /** As much of it, or of the parts of these lines, as fits about `maxBytes`. */
  fill(maxBytes: number, encoding: Encoding, keptAs: KeptAs, chosen?: ReadonlySet<number>): Shrunk {
    const { root } = this.#explored
    if (!root) return { value: this.value, cuts: [] }
    return fill(root, { room: Math.floor(maxBytes / this.#perChar(encoding)), chosen, keptAs })
  }

  /** Bytes on the wire of a character of its JSON; a sample tells. */
  #perChar(encoding: Encoding): number {
    if (this.#bytes?.encoding !== encoding) {
      const { sample } = this.#explored
      const bytes = encoding === 'text' ? textBytes(sample) : Buffer.byteLength(sample)
      this.#bytes = { encoding, perChar: bytes / Math.max(1, sample.length) }
    }
    return this.#bytes.perChar
  }
}

/** Tries of how much is shown until the answer is full. */
const TRIES = 5
const FULL = 0.9

/**
 * The fullest of a few answers that are within `maxBytes`; else the smallest. `make` makes one with about so many
 * bytes of data, `bytesOf` measures it.
 */
export function fullest<T>(
  maxBytes: number,
  start: number,
  make: (room: number) => { readonly made: T; readonly isCut: boolean },
  bytesOf: (made: T) => number,
): T {
  let room = start
  let best: { readonly made: T; readonly bytes: number; readonly room: number } | undefined
  let tooMuch = Number.POSITIVE_INFINITY
  for (let attempt = 1; ; attempt++) {
    const { made, isCut } = make(Math.floor(room))
    const bytes = bytesOf(made)
    const fits = bytes < maxBytes
    const isBetter =
      !best || (fits ? best.bytes >= maxBytes || bytes > best.bytes : bytes < best.bytes)
    if (isBetter) best = { made, bytes, room }
    if (!fits) tooMuch = Math.min(tooMuch, room)
    const isFull = fits && (!isCut || bytes > maxBytes * FULL)
    if (isFull || attempt === TRIES || !best) return best?.made ?? made
    const next = fits
      ? Math.min(room * Math.min(4, (maxBytes * 0.97) / bytes), (room + tooMuch) / 2)
      : Math.min(room * 0.97, room - (bytes - maxBytes) * 1.1)
    if (next < 64 || (fits && next - room < 32)) return best.made
    room = next
  }
}
