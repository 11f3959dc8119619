// The vocabulary and its vectors: which words mean nearly the same.
import type { KnownWords } from '../../text/vocabulary.js'
import { hashOfStem } from '../../text/word-hash.js'
import { CHANNEL_GROUP, type Kernels, ROW_GROUP, withRoom } from '../kernels/kernels.js'

export interface WordVectors {
  readonly size: number
  /** The vocabulary in ASCII, one word a line, and where to find a word by its hash: see network/format.ts. */
  readonly words: Uint8Array
  readonly slots: Uint32Array
  /** One row per word, int8, at a multiple of four bytes; only a row's direction counts. */
  readonly own: Int8Array
  /** The factor that normalises each row; 0 until first used. */
  readonly factors: Float64Array
  /** How informative a word of a question is, 0…255 for 0…2. */
  readonly informativeness: Uint8Array
  readonly unknownInformativeness: number
}

/** The number of the word's vector, or -1. */
export function vectorNumber({ words, slots }: WordVectors, word: string): number {
  const mask = slots.length - 1
  for (let slot = hashOfStem(word) & mask; ; slot = (slot + 1) & mask) {
    const found = slots[slot]!
    if (found === NO_WORD) return -1
    if (isWordAt(words, found >>> NUMBER_BITS, word)) return found & (2 ** NUMBER_BITS - 1)
  }
}

const NO_WORD = 0xffff_ffff
const NUMBER_BITS = 14
const LINE_FEED = 10

function isWordAt(words: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (words[at + i] !== word.charCodeAt(i)) return false
  return (words[at + word.length] ?? LINE_FEED) === LINE_FEED
}

/** The same of a word of a text: for most it was looked up before. */
export function vectorOfWord(vectors: WordVectors, vocabulary: KnownWords, word: number): number {
  const note = vocabulary.noteOf(word)
  if (note === undefined) return vectorNumber(vectors, vocabulary.stemOf(word))
  if (note.source !== vectors.words) {
    note.source = vectors.words
    note.found = vectorNumber(vectors, vocabulary.stemOf(word))
  }
  return note.found
}

/** Writes the normalised vector `number` to `out` at `at`; zeros for -1. */
export function readVector(
  vectors: WordVectors,
  number: number,
  out: Float32Array,
  at: number,
): void {
  const { size, own } = vectors
  if (number < 0) {
    out.fill(0, at, at + size)
    return
  }
  const from = number * size
  const factor = factorOf(vectors, number)
  for (let d = 0; d < size; d++) out[at + d] = own[from + d]! * factor
}

function factorOf({ size, own, factors }: WordVectors, number: number): number {
  const known = factors[number]!
  if (known !== 0) return known
  const from = number * size
  let length = 0
  for (let d = 0; d < size; d++) length += own[from + d]! ** 2
  // A row of zeros stays one, whatever it is multiplied with.
  const factor = length > 0 ? 1 / Math.sqrt(length) : 1
  factors[number] = factor
  return factor
}

export function informativeness(vectors: WordVectors, word: string): number {
  const known = vectorNumber(vectors, word)
  return ((known < 0 ? vectors.unknownInformativeness : vectors.informativeness[known]!) * 2) / 255
}

const BLOCK = 1024
const BYTES = 4
/** Cells of a vector of the module: what is read as such begins at a multiple. */
const VECTOR = 4
let shared: Kernels | undefined

/**
 * Calls `visit` with each number's index in `numbers` and the offset of its cosines to the vectors in `queryVectors`,
 * each plus one. A matrix product, a block at a time.
 */
export function eachNearness(
  vectors: WordVectors,
  numbers: Int32Array,
  queryVectors: Float32Array,
  visit: (at: number, cosines: Float32Array, from: number) => void,
): void {
  const { size, own } = vectors
  const count = queryVectors.length / size
  const width = Math.ceil(count / CHANNEL_GROUP) * CHANNEL_GROUP
  const most = Math.min(BLOCK, Math.ceil(numbers.length / VECTOR) * VECTOR)
  const factors = VECTOR
  const weights = factors + 2 * most
  const bias = weights + size * width
  const table = bias + width
  const input = table + (most * size) / BYTES
  const output = input + (most + ROW_GROUP) * size
  shared = withRoom(shared, (output + (most + ROW_GROUP) * width) * BYTES)
  const { memory, mix, scaleRows } = shared
  const view = new Float32Array(memory.buffer)
  const factorsView = new Float64Array(memory.buffer, factors * BYTES, most)
  // Four numbers at a time; of a part of an array an object would be made for each word.
  const ownFours = new Int32Array(own.buffer, own.byteOffset, own.length / BYTES)
  const fours = new Int32Array(memory.buffer)
  const ofRow = size / BYTES
  for (let d = 0; d < size; d++)
    for (let q = 0; q < width; q++)
      view[weights + d * width + q] = q < count ? queryVectors[q * size + d]! : 0
  // The product is clamped at zero; with one added no cosine is lost.
  view.fill(1, bias, table)
  for (let from = 0; from < numbers.length; from += BLOCK) {
    const rows = Math.min(BLOCK, numbers.length - from)
    for (let i = 0; i < rows; i++) {
      const number = numbers[from + i]!
      factorsView[i] = factorOf(vectors, number)
      for (let d = 0; d < ofRow; d++) fours[table + i * ofRow + d] = ownFours[number * ofRow + d]!
    }
    scaleRows(table * BYTES, factors * BYTES, input * BYTES, rows, size)
    mix(input * BYTES, output * BYTES, weights * BYTES, bias * BYTES, rows, size, width, 0)
    for (let i = 0; i < rows; i++) visit(from + i, view, output + i * width)
  }
}
