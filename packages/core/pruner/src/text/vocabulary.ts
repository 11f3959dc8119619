// Numbers for words. A known word costs one hash and one comparison and allocates nothing, which is
// most of what makes splitting cheaper than tokenising.
import { stem } from './stem.js'

const EMPTY = -1
const LEAST_ROOM = 512
const MOST_ROOM = 65_536
/** Instead of a hash, for a word that needs more than lower case to fold. */
export const NOT_ASCII = -1

/** The interface of a vocabulary after a text has been read. */
export interface KnownWords {
  /** Stem of each number. */
  readonly stems: readonly string[]
  /** Whether no word has a letter or digit beyond ASCII. */
  readonly isAscii: boolean
  find(stemmed: string): number | undefined
}

export class Vocabulary implements KnownWords {
  /** Stem of each number. */
  readonly stems: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #folded = new Map<string, number>()
  /** Distinct ASCII words as first met, in lower case, and the number of each one's stem. */
  readonly #words: string[] = []
  readonly #numberOfWord: number[] = []
  #slots: Int32Array
  #hashes: number[] = []

  /** Room for about so many words; it grows as they come. */
  constructor(words: number) {
    const room = Math.max(LEAST_ROOM, Math.min(MOST_ROOM, words))
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * room))).fill(EMPTY)
  }

  get isAscii(): boolean {
    return this.#folded.size === 0
  }

  find(stemmed: string): number | undefined {
    if (!isDigit(stemmed.charCodeAt(0))) return this.#numbers.get(stemmed)
    const word =
      this.#slots[this.#slotOf(stemmed, 0, stemmed.length, hashOf(stemmed, 0, stemmed.length))]!
    return word === EMPTY ? undefined : this.#numberOfWord[word]
  }

  /** The number of the stem of `text.slice(from, to)`. */
  intern(text: string, from: number, to: number, hash: number): number {
    if (hash === NOT_ASCII) return this.#internFolded(text.slice(from, to))
    const slot = this.#slotOf(text, from, to, hash)
    const known = this.#slots[slot]!
    if (known !== EMPTY) return this.#numberOfWord[known]!
    let word: string
    let number: number
    if (isDigit(text.charCodeAt(from))) {
      // A number is its own stem, and a log is full of numbers that occur once.
      word = text.slice(from, to).toLowerCase()
      number = this.stems.push(word) - 1
    } else {
      const stemmed = stemmedWord(text, from, to, hash)
      word = stemmed.word
      number = this.#numberOf(stemmed.stem)
    }
    this.#slots[slot] = this.#words.length
    this.#words.push(word)
    this.#hashes.push(hash)
    this.#numberOfWord.push(number)
    if (this.#words.length * 2 > this.#slots.length) this.#grow()
    return number
  }

  /** Where the word is, or where it would go. */
  #slotOf(text: string, from: number, to: number, hash: number): number {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (;;) {
      const word = this.#slots[slot]!
      if (word === EMPTY) return slot
      if (this.#hashes[word] === hash && isSame(this.#words[word]!, text, from, to)) return slot
      slot = (slot + 1) & mask
    }
  }

  #internFolded(word: string): number {
    const known = this.#folded.get(word)
    if (known !== undefined) return known
    const number = this.#numberOf(foldedStem(word))
    this.#folded.set(word, number)
    return number
  }

  #numberOf(stemmed: string): number {
    const known = this.#numbers.get(stemmed)
    if (known !== undefined) return known
    const number = this.stems.length
    this.stems.push(stemmed)
    this.#numbers.set(stemmed, number)
    return number
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(EMPTY)
    const mask = slots.length - 1
    for (let word = 0; word < this.#words.length; word++) {
      const hash = this.#hashes[word]!
      let slot = (hash ^ (hash >>> 15)) & mask
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
      slots[slot] = word
    }
    this.#slots = slots
  }
}

interface StemmedWord {
  /** In lower case. */
  readonly word: string
  readonly stem: string
}

/**
 * Recently seen words, of any text: most words of a text occur in others, and creating a string and
 * stemming it costs many times as much as comparing it. Longer ones are excluded, as V8 makes such a string a
 * slice of its text, which would stay in memory.
 */
const lately: (StemmedWord | undefined)[] = Array.from({ length: 4096 })
const LONGEST_LATELY = 12

function stemmedWord(text: string, from: number, to: number, hash: number): StemmedWord {
  const place = (hash ^ (hash >>> 12)) & (lately.length - 1)
  const known = lately[place]
  if (known !== undefined && isSame(known.word, text, from, to)) return known
  const word = text.slice(from, to).toLowerCase()
  const stemmed = { word, stem: stem(word) }
  if (word.length <= LONGEST_LATELY) lately[place] = stemmed
  return stemmed
}

/** The stem of `text.slice(from, to)`; a number is its own. */
export function stemOf(text: string, from: number, to: number, hash: number): string {
  if (hash === NOT_ASCII) return foldedStem(text.slice(from, to))
  const word = text.slice(from, to).toLowerCase()
  return isDigit(word.charCodeAt(0)) ? word : stem(word)
}

function foldedStem(word: string): string {
  const plain = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return stem(plain === '' ? word : plain)
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Of a word in lower case; never negative, so that it cannot be mistaken for `NOT_ASCII`. */
export function hashOf(text: string, from: number, to: number): number {
  let hash = 0
  for (let i = from; i < to; i++) hash = hashNext(hash, text.charCodeAt(i))
  return hash
}

export function hashNext(hash: number, unit: number): number {
  return (Math.imul(hash, 31) + lower(unit)) & HASH_MASK
}

export const HASH_MASK = 0x3fff_ffff

function lower(unit: number): number {
  return unit >= 65 && unit <= 90 ? unit + 32 : unit
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== lower(text.charCodeAt(from + i))) return false
  }
  return true
}
