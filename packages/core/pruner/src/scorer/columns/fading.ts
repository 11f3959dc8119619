// Linear passes along the lines in which nearby matches count and fade with distance.
import { type Kernels, withRoom } from '../kernels/kernels.js'

/** Mean with weights that fall by `keep` per line, in both directions. */
export function fadingMean(
  sums: Float32Array,
  masses: Float32Array,
  keep: number,
  out: Float32Array,
): void {
  const n = sums.length
  const backSum = new Float32Array(n)
  const backMass = new Float32Array(n)
  let sum = 0
  let mass = 0
  for (let i = n - 1; i >= 0; i--) {
    sum = sum * keep + sums[i]!
    mass = mass * keep + masses[i]!
    backSum[i] = sum
    backMass[i] = mass
  }
  sum = 0
  mass = 0
  for (let i = 0; i < n; i++) {
    const total = mass * keep + backMass[i]!
    out[i] = total > 1e-6 ? (sum * keep + backSum[i]!) / total : 0
    sum = sum * keep + sums[i]!
    mass = mass * keep + masses[i]!
  }
}

/** How much of a match is left a line away: for a short and for a long range. */
const NARROW = 0.8
const WIDE = 0.95
/** The match of a word with itself. */
const WHOLE = 255

const PAIR = 2
const BYTES = 4
const FACTORS = 8
let shared: Kernels | undefined

/**
 * For each cover, the sum over terms of the best match near each line: with fast and with slow
 * fading. Only one of these at a time, since all share the same memory.
 */
export class FadingCovers {
  readonly #lines: number
  readonly #stride: number
  readonly #module: Kernels
  readonly #factors: Float64Array
  /** Offsets in its memory, in float32 cells. */
  readonly #ahead: number
  readonly #covers: number
  readonly #matches: number

  /** Match `i` of term `q` is at `q * stride + i` of `matches`. */
  constructor(matches: Uint8Array, stride: number, lines: number, covers: number) {
    this.#lines = lines
    this.#stride = stride
    this.#ahead = FACTORS
    this.#covers = this.#ahead + PAIR * lines
    this.#matches = this.#covers + covers * PAIR * lines
    shared = withRoom(shared, this.#matches * BYTES + matches.length)
    this.#module = shared
    const { memory } = shared
    this.#factors = new Float64Array(memory.buffer, 0, FACTORS / 2)
    new Float32Array(memory.buffer).fill(0, this.#covers, this.#matches)
    new Uint8Array(memory.buffer).set(matches, this.#matches * BYTES)
  }

  /** Adds `weight` × the best match of a term near each line; only matches of at least `least` count. */
  add(term: number, least: number, weight: number, cover: number): void {
    const lines = this.#lines
    const factors = this.#factors
    factors[0] = NARROW
    factors[1] = WIDE
    factors[2] = weight / WHOLE
    const output = (this.#covers + cover * PAIR * lines) * BYTES
    const matches = this.#matches * BYTES + term * this.#stride
    this.#module.fade(matches, lines, least, output, this.#ahead * BYTES, 0)
  }

  /** Writes the result of a cover. */
  read(cover: number, narrow: Float32Array, wide?: Float32Array): void {
    const sums = new Float32Array(this.#module.memory.buffer)
    const from = this.#covers + cover * PAIR * this.#lines
    for (let i = 0; i < this.#lines; i++) narrow[i] = sums[from + PAIR * i]!
    if (wide === undefined) return
    for (let i = 0; i < this.#lines; i++) wide[i] = sums[from + PAIR * i + 1]!
  }
}
