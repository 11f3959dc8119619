// Late interaction: how near each distinct word of the text is to each term of the question, and from
// that how well each line matches each term. Only near pairs are kept, so lines cost what they contain.
import type { WordIndex } from '../../split/words.js'
import type { Question } from './question.js'
import { vectorOf, type WordVectors } from './vectors.js'

/** Below this, nearness is chance; from here to 1 it counts from 0 to 1. */
const NEAR = 0.6
const ALIKE = 0.4

/** Near pairs: word `w` of the text has entries `starts[w]` … `starts[w + 1] - 1`. */
export interface NearPairs {
  readonly starts: Int32Array
  readonly term: Uint8Array
  readonly meaning: Float32Array
  readonly spelling: Float32Array
  /** Of each word: nearness to the question as a whole. */
  readonly toWhole: Float32Array
}

export function findNearPairs(
  text: WordIndex,
  question: Question,
  vectors: WordVectors,
  checkDeadline: () => void,
): NearPairs {
  const { size } = vectors
  const { stems } = text.vocabulary
  const terms = question.terms.length
  const asked = new Float32Array(terms * size)
  for (let q = 0; q < terms; q++) vectorOf(vectors, question.terms[q]!, asked, q * size)
  const whole = wholeQuestion(asked, question.weights, size)
  const trigrams = trigramsOf(question.terms)
  const starts = new Int32Array(stems.length + 1)
  let room = Math.max(64, stems.length)
  let term = new Uint8Array(room)
  let meaning = new Float32Array(room)
  let spelling = new Float32Array(room)
  const toWhole = new Float32Array(stems.length)
  const vector = new Float32Array(size)
  const shared = new Uint8Array(terms)
  let count = 0
  for (let w = 0; w < stems.length; w++) {
    if ((w & 255) === 0) checkDeadline()
    const word = stems[w]!
    vectorOf(vectors, word, vector, 0)
    toWhole[w] = dot(vector, whole, 0, size)
    const grams = countShared(word, trigrams, shared)
    for (let q = 0; q < terms; q++) {
      const isSame = question.numbers[q] === w
      const near = isSame ? 1 : (dot(vector, asked, q * size, size) - NEAR) / (1 - NEAR)
      const alike = isSame ? 1 : (2 * shared[q]!) / (grams + gramCount(question.terms[q]!))
      if (near <= 0 && alike < ALIKE) continue
      if (count === room) {
        room *= 2
        term = copied(term, new Uint8Array(room))
        meaning = copied(meaning, new Float32Array(room))
        spelling = copied(spelling, new Float32Array(room))
      }
      term[count] = q
      meaning[count] = near <= 0 ? 0 : near
      spelling[count] = alike < ALIKE ? 0 : Math.min(1, alike)
      count++
    }
    starts[w + 1] = count
  }
  return { starts, term, meaning, spelling, toWhole }
}

function wholeQuestion(asked: Float32Array, weights: Float32Array, size: number): Float32Array {
  const whole = new Float32Array(size)
  for (let q = 0; q < weights.length; q++) {
    for (let d = 0; d < size; d++) whole[d]! += asked[q * size + d]! * weights[q]!
  }
  let length = 0
  for (let d = 0; d < size; d++) length += whole[d]! ** 2
  const factor = length > 0 ? 1 / Math.sqrt(length) : 0
  for (let d = 0; d < size; d++) whole[d]! *= factor
  return whole
}

function dot(a: Float32Array, b: Float32Array, at: number, size: number): number {
  let sum = 0
  for (let d = 0; d < size; d++) sum += a[d]! * b[at + d]!
  return sum
}

const gramCount = (word: string) => Math.max(1, word.length - 2)

function gramKey(word: string, at: number): number {
  return (
    (word.charCodeAt(at) * 0x10000 + word.charCodeAt(at + 1)) * 0x10000 + word.charCodeAt(at + 2)
  )
}

function trigramsOf(terms: readonly string[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let q = 0; q < terms.length; q++) {
    const word = terms[q]!
    for (let at = 0; at + 3 <= word.length; at++) {
      const key = gramKey(word, at)
      const list = found.get(key)
      if (list === undefined) found.set(key, [q])
      else if (list.at(-1) !== q) list.push(q)
    }
  }
  return found
}

function countShared(word: string, trigrams: Map<number, number[]>, shared: Uint8Array): number {
  shared.fill(0)
  for (let at = 0; at + 3 <= word.length; at++) {
    const list = trigrams.get(gramKey(word, at))
    if (list !== undefined) for (const q of list) shared[q]!++
  }
  return gramCount(word)
}

function copied<T extends Uint8Array | Float32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
