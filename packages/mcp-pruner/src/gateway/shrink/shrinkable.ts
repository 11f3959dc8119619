// The one shrinker of data: a value, a budget and what a question chose in; a value and what was left out, out.
import { type Encoding, textBytes } from '@jeeves/mcp-runtime'
import { fill, type Shrunk } from './fill.js'
import type { KeptAs } from './note.js'
import { sourceOf } from './parsed-data.js'
import { type Explored, explore } from './parts.js'

export type { Shrunk } from './fill.js'

export interface ShrinkRequest extends KeptAs {
  /** The only lines (0-based) to show; absent: any. */
  readonly chosen?: ReadonlySet<number>
  /** About so much is shown; absent: all that was chosen. */
  readonly room?: { readonly maxBytes: number; readonly encoding: Encoding }
}

export class Shrinkable {
  readonly value: unknown
  readonly #explored: Explored
  #bytes: { readonly encoding: Encoding; readonly perChar: number } | undefined

  /** `withTexts`: long strings are texts whose lines can be chosen. */
  constructor(value: unknown, withTexts = true) {
    this.value = value
    this.#explored = explore(value, withTexts, sourceOf(value))
  }

  /** One for each part that can be chosen. */
  get lines(): readonly string[] {
    return this.#explored.lines
  }

  /** The lines are those of one text, which is most of the value. */
  get isText(): boolean {
    return this.#explored.isText
  }

  shrink({ chosen, room, ref, base }: ShrinkRequest): Shrunk {
    const { root } = this.#explored
    if (!root) return { value: this.value, cuts: [] }
    const chars = room ? Math.floor(room.maxBytes / this.#perChar(room.encoding)) : Infinity
    return fill(root, { room: chars, chosen, keptAs: { ref, base } })
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
/** Tries of how hard parts are cut until the answer fits. */
const PRESSES = 8

export interface Fitting<T> {
  readonly maxBytes: number
  /** Bytes of data to begin with. */
  readonly room: number
  readonly bytesOf: (made: T) => number
  /** An answer with about so many bytes of data, of which whole parts are left out. */
  readonly filled?: ((room: number) => { readonly made: T; readonly isCut: boolean }) | undefined
  /** An answer with at most so many bytes of data, of which every part may be cut. */
  readonly pressed: (maxBytes: number) => T
  /** How much less to press into when it was so much over. Default: so much. */
  readonly less?: (over: number) => number
  readonly presses?: number
}

/** The fullest of a few answers that are within `maxBytes`; else one of cut parts, the smallest if none fits. */
export function fitted<T>(fitting: Fitting<T>): T {
  const { maxBytes, room, bytesOf, filled, pressed } = fitting
  const { less = (over) => over, presses = PRESSES } = fitting
  const full = filled && fullest(fitting, filled)
  if (full !== undefined && bytesOf(full) < maxBytes) return full
  let aim = room
  for (let attempt = 1; ; attempt++) {
    const made = pressed(aim)
    const over = bytesOf(made) - maxBytes + 1
    if (over <= 0 || attempt === presses) return made
    aim -= less(over)
  }
}

function fullest<T>(
  { maxBytes, room: start, bytesOf }: Fitting<T>,
  filled: NonNullable<Fitting<T>['filled']>,
): T {
  let room = start
  let best: { readonly made: T; readonly bytes: number; readonly room: number } | undefined
  let tooMuch = Number.POSITIVE_INFINITY
  for (let attempt = 1; ; attempt++) {
    const { made, isCut } = filled(Math.floor(room))
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
