// The vocabulary and its vectors: which words mean nearly the same.
import { eachPiece } from './ngrams.js'

export interface WordVectors {
  readonly size: number
  readonly words: ReadonlyMap<string, number>
  /** One row a word, int8, each row's length about 127. */
  readonly own: Int8Array
  /** One row a bucket of word pieces. */
  readonly pieces: Int8Array
  readonly buckets: number
  /** How much a word of a question tells, 0…255 for 0…2. */
  readonly tells: Uint8Array
  readonly unknownTells: number
}

/** Writes the word's vector, of length 1, to `out` from `at` on. */
export function vectorOf(vectors: WordVectors, word: string, out: Float32Array, at: number): void {
  const { size } = vectors
  out.fill(0, at, at + size)
  const known = vectors.words.get(word)
  if (known !== undefined) {
    for (let d = 0; d < size; d++) out[at + d] = vectors.own[known * size + d]!
  } else {
    eachPiece(word, vectors.buckets, (bucket) => {
      for (let d = 0; d < size; d++) out[at + d]! += vectors.pieces[bucket * size + d]!
    })
  }
  let length = 0
  for (let d = 0; d < size; d++) length += out[at + d]! ** 2
  if (length === 0) return
  const factor = 1 / Math.sqrt(length)
  for (let d = 0; d < size; d++) out[at + d]! *= factor
}

export function tells(vectors: WordVectors, word: string): number {
  const known = vectors.words.get(word)
  return ((known === undefined ? vectors.unknownTells : vectors.tells[known]!) * 2) / 255
}
