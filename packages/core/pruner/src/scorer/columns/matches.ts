// Late interaction: how similar each distinct word of the text is to each term of the question, and from
// that how well each line matches each term. Only similar pairs are kept, so a line costs what it contains.
import type { KnownWords } from '../../text/vocabulary.js'
import type { WordIndex } from '../../text/words.js'
import { ALIAS_NEARNESS, aliasesOf } from './aliases.js'
import {
  eachNearness,
  readVector,
  vectorNumber,
  vectorOfWord,
  type WordVectors,
} from './vectors.js'
import type { WeightedTerms } from './weighted-terms.js'

/** Below this, similarity is chance; from here to 1 it counts from 0 to 1. */
const NEAR = 0.6
const ALIKE = 0.4

/** Similar pairs: word `w` of the text has entries `starts[w]` … `starts[w + 1] - 1`. */
export interface NearPairs {
  readonly starts: Int32Array
  readonly term: Uint8Array
  readonly meaning: Float32Array
  readonly spelling: Float32Array
  /** For each word: similarity to the question as a whole. */
  readonly toWhole: Float32Array
}

export function findNearPairs(
  text: WordIndex,
  question: WeightedTerms,
  vectors: WordVectors,
  checkDeadline: () => void,
): NearPairs {
  const { vocabulary } = text
  const terms = question.terms.length
  const toWhole = new Float32Array(vocabulary.size)
  const known = knownWords(vocabulary, vectors, checkDeadline)
  checkDeadline()
  const finder = new PairFinder(text, question, checkDeadline)
  const queryVectors = vectorsOfQuestion(question, vectors)
  eachNearness(vectors, known.vectors, queryVectors, (k, cosines, from) => {
    const w = known.words[k]!
    toWhole[w] = cosines[from + terms]! - 1
    finder.addKnown(w, cosines, from)
  })
  const { starts, term, meaning, spelling } = finder.finish()
  return { starts, term, meaning, spelling, toWhole }
}

/** Goes through the words of a text in order. A class, because V8 compiles the closures of each call anew. */
class PairFinder {
  readonly #vocabulary: KnownWords
  readonly #checkDeadline: () => void
  readonly #pairs: PairList
  readonly #trigrams: Trigrams
  readonly #gramCounts: Int32Array
  /** The term that each word is, or -1. */
  readonly #termOf: Int16Array
  readonly #aliases: ReadonlyMap<number, readonly number[]>
  /** How near the next word's vector is to that of each term. */
  readonly #nearest: Float32Array
  readonly #sharedGrams: Uint8Array
  #isNear = false
  #next = 0

  constructor(text: WordIndex, question: WeightedTerms, checkDeadline: () => void) {
    const { size } = text.vocabulary
    this.#vocabulary = text.vocabulary
    this.#checkDeadline = checkDeadline
    this.#pairs = new PairList(size)
    this.#trigrams = trigramsOf(question.terms)
    this.#gramCounts = Int32Array.from(question.terms, gramCount)
    this.#termOf = new Int16Array(size).fill(-1)
    for (const [q, number] of question.numbers.entries()) if (number >= 0) this.#termOf[number] = q
    this.#aliases = aliasTerms(text, question)
    this.#nearest = new Float32Array(question.terms.length)
    this.#sharedGrams = new Uint8Array(question.terms.length)
  }

  /** A word with a vector of its own. */
  addKnown(word: number, cosines: Float32Array, from: number): void {
    this.#addUpTo(word)
    this.#isNear = readNearest(cosines, from, this.#nearest)
    this.#addUpTo(word + 1)
  }

  finish(): PairList {
    this.#addUpTo(this.#vocabulary.size)
    return this.#pairs
  }

  /** Words without their own vector can only be similar in spelling. */
  #addUpTo(end: number): void {
    for (; this.#next < end; this.#next++) {
      if ((this.#next & 255) === 0) this.#checkDeadline()
      this.#addWord(this.#next)
    }
  }

  #addWord(word: number): void {
    const same = this.#termOf[word]!
    const nearest = this.#nearest
    for (const q of this.#aliases.size === 0 ? [] : (this.#aliases.get(word) ?? [])) {
      nearest[q] = Math.max(nearest[q]!, ALIAS_NEARNESS)
      this.#isNear = true
    }
    // Numbers are equal or not.
    const stem = this.#vocabulary.isNumber(word) ? '' : this.#vocabulary.stemOf(word)
    const isShared = countShared(stem, this.#trigrams, this.#sharedGrams)
    if (same >= 0 || this.#isNear || isShared) {
      const grams = Math.max(1, this.#vocabulary.lengthOf(word) - 2)
      for (let q = 0; q < nearest.length; q++) {
        const shared = isShared ? this.#sharedGrams[q]! : 0
        const alike = shared > 0 ? (2 * shared) / (grams + this.#gramCounts[q]!) : 0
        if (q === same) this.#pairs.add(q, 1, 1)
        else this.#pairs.addNear(q, nearest[q]!, alike)
      }
      nearest.fill(0)
      this.#isNear = false
    }
    this.#pairs.endWord(word)
  }
}

/** Writes how near each term is, and returns whether any is. */
function readNearest(cosines: Float32Array, from: number, nearest: Float32Array): boolean {
  let isNear = false
  for (let q = 0; q < nearest.length; q++) {
    const above = cosines[from + q]! - 1 - NEAR
    if (above <= 0) continue
    nearest[q] = Math.min(1, above / (1 - NEAR))
    isNear = true
  }
  return isNear
}

/** For terms that the text does not have: words that are other names for them. */
function aliasTerms(
  text: WordIndex,
  { terms, numbers }: WeightedTerms,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const [q, term] of terms.entries()) {
    if (numbers[q]! >= 0) continue
    for (const alias of aliasesOf(term)) {
      const word = text.vocabulary.find(alias)
      if (word === undefined) continue
      const known = found.get(word)
      if (known === undefined) found.set(word, [q])
      else known.push(q)
    }
  }
  return found
}

/** Which of the text's words have a vector, and its number. */
function knownWords(vocabulary: KnownWords, vectors: WordVectors, checkDeadline: () => void) {
  const { size } = vocabulary
  const words = new Int32Array(size)
  const numbers = new Int32Array(size)
  let count = 0
  for (let w = 0; w < size; w++) {
    if ((w & 4095) === 0) checkDeadline()
    if (vocabulary.isNumber(w)) continue
    const number = vectorOfWord(vectors, vocabulary, w)
    if (number < 0) continue
    words[count] = w
    numbers[count++] = number
  }
  return { words: words.subarray(0, count), vectors: numbers.subarray(0, count) }
}

/** Grows with the pairs. */
class PairList {
  readonly starts: Int32Array
  term: Uint8Array
  meaning: Float32Array
  spelling: Float32Array
  #count = 0

  constructor(words: number) {
    this.starts = new Int32Array(words + 1)
    const room = Math.max(64, words)
    this.term = new Uint8Array(room)
    this.meaning = new Float32Array(room)
    this.spelling = new Float32Array(room)
  }

  add(term: number, meaning: number, spelling: number): void {
    if (this.#count === this.term.length) {
      const room = this.#count * 2
      this.term = copied(this.term, new Uint8Array(room))
      this.meaning = copied(this.meaning, new Float32Array(room))
      this.spelling = copied(this.spelling, new Float32Array(room))
    }
    this.term[this.#count] = term
    this.meaning[this.#count] = meaning
    this.spelling[this.#count] = spelling
    this.#count++
  }

  /** If either is enough. */
  addNear(term: number, meaning: number, alike: number): void {
    if (meaning > 0 || alike >= ALIKE)
      this.add(term, meaning, alike < ALIKE ? 0 : Math.min(1, alike))
  }

  endWord(word: number): void {
    this.starts[word + 1] = this.#count
  }
}

/** The vectors of the question's terms, followed by that of the question as a whole. */
function vectorsOfQuestion({ terms, weights }: WeightedTerms, vectors: WordVectors): Float32Array {
  const { size } = vectors
  const queryVectors = new Float32Array((terms.length + 1) * size)
  for (let q = 0; q < terms.length; q++)
    readVector(vectors, vectorNumber(vectors, terms[q]!), queryVectors, q * size)
  queryVectors.set(wholeQuestion(queryVectors, weights, size), terms.length * size)
  return queryVectors
}

function wholeQuestion(
  queryVectors: Float32Array,
  weights: Float32Array,
  size: number,
): Float32Array {
  const whole = new Float32Array(size)
  for (let q = 0; q < weights.length; q++) {
    for (let d = 0; d < size; d++) whole[d]! += queryVectors[q * size + d]! * weights[q]!
  }
  let length = 0
  for (let d = 0; d < size; d++) length += whole[d]! ** 2
  const factor = length > 0 ? 1 / Math.sqrt(length) : 0
  for (let d = 0; d < size; d++) whole[d]! *= factor
  return whole
}

const gramCount = (word: string) => Math.max(1, word.length - 2)

function gramKey(word: string, at: number): number {
  return (
    (word.charCodeAt(at) * 0x10000 + word.charCodeAt(at + 1)) * 0x10000 + word.charCodeAt(at + 2)
  )
}

interface Trigrams {
  /** 1 for the print of each of them: most are none of the question's, and a print shows it faster than a map. */
  readonly prints: Uint8Array
  readonly terms: ReadonlyMap<number, number[]>
}

const PRINTS = 4096

const gramPrint = (first: number, second: number, third: number): number =>
  (first * 961 + second * 31 + third) & (PRINTS - 1)

function trigramsOf(terms: readonly string[]): Trigrams {
  const found = new Map<number, number[]>()
  const prints = new Uint8Array(PRINTS)
  for (let q = 0; q < terms.length; q++) {
    const word = terms[q]!
    for (let at = 0; at + 3 <= word.length; at++) {
      const key = gramKey(word, at)
      const print = [at, at + 1, at + 2].map((place) => word.charCodeAt(place))
      prints[gramPrint(...(print as [number, number, number]))] = 1
      const list = found.get(key)
      if (list === undefined) found.set(key, [q])
      else if (list.at(-1) !== q) list.push(q)
    }
  }
  return { prints, terms: found }
}

/** Whether there are any. */
function countShared(word: string, { prints, terms }: Trigrams, shared: Uint8Array): boolean {
  let isShared = false
  let first = 0
  let second = word.charCodeAt(0)
  let third = word.charCodeAt(1)
  for (let at = 0; at + 3 <= word.length; at++) {
    first = second
    second = third
    third = word.charCodeAt(at + 2)
    if (prints[gramPrint(first, second, third)] === 0) continue
    const list = terms.get(gramKey(word, at))
    if (list === undefined) continue
    if (!isShared) shared.fill(0)
    isShared = true
    for (const q of list) shared[q]!++
  }
  return isShared
}

function copied<T extends Uint8Array | Float32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
