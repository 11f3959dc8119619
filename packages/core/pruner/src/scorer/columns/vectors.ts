// The vocabulary and its vectors: which words mean nearly the same.
import { CHANNEL_GROUP, type Kernels, ROW_GROUP, withRoom } from '../kernels/kernels.js'

export interface WordVectors {
  readonly size: number
  readonly words: ReadonlyMap<string, number>
  /** One row per word, int8; only a row's direction counts. */
  readonly own: Int8Array
  /** The factor that normalises each row; 0 until first used. */
  readonly factors: Float64Array
  /** How informative a word of a question is, 0…255 for 0…2. */
  readonly tells: Uint8Array
  readonly unknownTells: number
}

/** The number of the word's vector, or -1. */
export function vectorNumber(vectors: WordVectors, word: string): number {
  return vectors.words.get(word) ?? -1
}

/** Writes the normalised vector `number` to `out` at `at`; zeros for -1. */
export function readVector(
  { size, own, factors }: WordVectors,
  number: number,
  out: Float32Array,
  at: number,
): void {
  if (number < 0) {
    out.fill(0, at, at + size)
    return
  }
  const from = number * size
  if (factors[number] === 0) {
    let length = 0
    for (let d = 0; d < size; d++) length += own[from + d]! ** 2
    // A row of zeros stays one, whatever it is multiplied with.
    factors[number] = length > 0 ? 1 / Math.sqrt(length) : 1
  }
  const factor = factors[number]!
  for (let d = 0; d < size; d++) out[at + d] = own[from + d]! * factor
}

export function tells(vectors: WordVectors, word: string): number {
  const known = vectors.words.get(word)
  return ((known === undefined ? vectors.unknownTells : vectors.tells[known]!) * 2) / 255
}

const BLOCK = 1024
const BYTES = 4
let shared: Kernels | undefined

/**
 * Calls `visit` with each number's index in `numbers` and the offset of its cosines to the vectors in `asked`,
 * each plus one. A matrix product, a block at a time.
 */
export function eachNearness(
  vectors: WordVectors,
  numbers: Int32Array,
  asked: Float32Array,
  visit: (at: number, cosines: Float32Array, from: number) => void,
): void {
  const { size } = vectors
  const count = asked.length / size
  const width = Math.ceil(count / CHANNEL_GROUP) * CHANNEL_GROUP
  const weights = 16
  const bias = weights + size * width
  const input = bias + width
  const output = input + (BLOCK + ROW_GROUP) * size
  const cells = output + (BLOCK + ROW_GROUP) * width
  shared = withRoom(shared, cells * BYTES)
  const { memory, mix } = shared
  const view = new Float32Array(memory.buffer)
  for (let d = 0; d < size; d++)
    for (let q = 0; q < width; q++)
      view[weights + d * width + q] = q < count ? asked[q * size + d]! : 0
  // The product is clamped at zero; with one added no cosine is lost.
  view.fill(1, bias, input)
  for (let from = 0; from < numbers.length; from += BLOCK) {
    const rows = Math.min(BLOCK, numbers.length - from)
    for (let i = 0; i < rows; i++) readVector(vectors, numbers[from + i]!, view, input + i * size)
    mix(input * BYTES, output * BYTES, weights * BYTES, bias * BYTES, rows, size, width, 0)
    for (let i = 0; i < rows; i++) visit(from + i, view, output + i * width)
  }
}
