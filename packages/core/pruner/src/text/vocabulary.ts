// Numbers for words. A known word costs one hash and one comparison and allocates nothing, which is
// most of what makes splitting cheaper than tokenising.
import { isDigit } from './characters.js'
import {
  foldedStem,
  lowerSlice,
  type StemmedWord,
  type StemNote,
  stemmedAs,
  stemmedWord,
} from './stemmed-word.js'
import { shortUnits } from './units.js'
import { hashOfStem, hashOfUnits, lower, NOT_ASCII } from './word-hash.js'

const EMPTY = -1
const NO_NUMBER = -1
const FOLDED_NUMBER = -2
const MIN_ROOM = 512
const MAX_ROOM = 65_536

/** The interface of a vocabulary after a text has been read. */
export interface KnownWords {
  readonly size: number
  find(stemmed: string): number | undefined
  stemOf(number: number): string
  /** The length of its stem. */
  lengthOf(number: number): number
  /** Whether its stem begins with a digit. */
  isNumber(number: number): boolean
  /** The first character of its stem. */
  initialOf(number: number): number
  /** Where something may be written down about its stem; nowhere for a number. */
  noteOf(number: number): StemNote | undefined
}

/** Whether any stem passes the test; one that begins with a digit can only do so if `wanted` does. */
export function someStem(
  vocabulary: KnownWords,
  wanted: string,
  isWanted: (stem: string) => boolean,
): boolean {
  const mayBeNumber = isDigit(wanted.charCodeAt(0))
  for (let number = 0; number < vocabulary.size; number++) {
    if (!mayBeNumber && vocabulary.isNumber(number)) continue
    if (isWanted(vocabulary.stemOf(number))) return true
  }
  return false
}

/** What is known of a word: its hash, where it was first met, its length and the number of its stem. */
const FIELDS = 4

export class Vocabulary implements KnownWords {
  /** Stem of each number; a log is full of numbers that occur once, and those are read from the text when asked for. */
  readonly #stems: (StemmedWord | undefined)[] = []
  /** Where in `#words` a number of the text is, by its number; else `NO_NUMBER` or `FOLDED_NUMBER`. */
  #origins: Int32Array
  readonly #text: string
  readonly #units: Uint16Array
  /** The hash of each number's stem, and the number by that hash: a map of strings costs several times as much. */
  #hashes: Int32Array
  #stemSlots: Int32Array
  #stemCount = 0
  readonly #folded = new Map<string, number>()
  /** Distinct ASCII words, `FIELDS` cells each. */
  #words: Int32Array
  #count = 0
  /** Where in `#words` a word begins, by its hash. */
  #slots: Int32Array

  /** Of this text and its units; it grows as words come. */
  constructor(text: string, units: Uint16Array) {
    this.#text = text
    this.#units = units
    const room = Math.max(MIN_ROOM, Math.min(MAX_ROOM, text.length >> 5))
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * room))).fill(EMPTY)
    this.#words = new Int32Array((this.#slots.length / 2 + 1) * FIELDS)
    this.#origins = new Int32Array(this.#slots.length / 2 + 1)
    this.#hashes = new Int32Array(this.#origins.length)
    this.#stemSlots = new Int32Array(2 * MIN_ROOM).fill(EMPTY)
  }

  get size(): number {
    return this.#stems.length
  }

  stemOf(number: number): string {
    const known = this.#stems[number]
    if (known !== undefined) return known.stem
    const word = this.#origins[number]!
    const from = this.#words[word + 1]!
    const stemmed = lowerSlice(this.#text, from, from + this.#words[word + 2]!)
    this.#stems[number] = stemmedAs(stemmed, stemmed)
    return stemmed
  }

  initialOf(number: number): number {
    const known = this.#stems[number]
    if (known !== undefined) return known.stem.charCodeAt(0)
    return this.#units[this.#words[this.#origins[number]! + 1]!]!
  }

  noteOf(number: number): StemNote | undefined {
    return this.#stems[number]
  }

  lengthOf(number: number): number {
    return this.#stems[number]?.stem.length ?? this.#words[this.#origins[number]! + 2]!
  }

  isNumber(number: number): boolean {
    return this.#origins[number] !== NO_NUMBER
  }

  find(stemmed: string): number | undefined {
    if (!isDigit(stemmed.charCodeAt(0))) {
      const number = this.#stemSlots[this.#stemSlot(stemmed, hashOfStem(stemmed))]!
      return number === EMPTY ? undefined : number
    }
    const units = shortUnits(stemmed)
    const hash = hashOfUnits(units, 0, stemmed.length)
    const word = this.#slots[this.#slotOf(units, 0, stemmed.length, hash)]!
    return word === EMPTY ? undefined : this.#words[word + 3]
  }

  /** The number of the stem of the word from `from` to `to`. */
  intern(from: number, to: number, hash: number): number {
    if (hash === NOT_ASCII) return this.#internFolded(this.#text.slice(from, to))
    const slot = this.#slotOf(this.#units, from, to, hash)
    const known = this.#slots[slot]!
    if (known !== EMPTY) return this.#words[known + 3]!
    const word = this.#count++ * FIELDS
    // A number is its own stem.
    const number = isDigit(this.#units[from]!)
      ? this.#add(undefined, 0, word)
      : this.#numberOf(stemmedWord(this.#text, from, to, hash))
    this.#words[word] = hash
    this.#words[word + 1] = from
    this.#words[word + 2] = to - from
    this.#words[word + 3] = number
    this.#slots[slot] = word
    if (this.#count * 2 > this.#slots.length) this.#grow()
    return number
  }

  /** Where the word is, or where it would go. */
  #slotOf(source: Uint16Array, from: number, to: number, hash: number): number {
    const units = this.#units
    const slots = this.#slots
    const words = this.#words
    const mask = slots.length - 1
    const length = to - from
    for (let slot = firstSlot(hash, mask); ; slot = (slot + 1) & mask) {
      const word = slots[slot]!
      if (word === EMPTY) return slot
      if (words[word] !== hash || words[word + 2] !== length) continue
      const at = words[word + 1]!
      let same = 0
      for (; same < length; same++) {
        const unit = source[from + same]!
        const other = units[at + same]!
        if (unit !== other && lower(unit) !== lower(other)) break
      }
      if (same === length) return slot
    }
  }

  #internFolded(word: string): number {
    const known = this.#folded.get(word)
    if (known !== undefined) return known
    const number = this.#numberOf(stemmedAs(word, foldedStem(word)))
    this.#folded.set(word, number)
    return number
  }

  #numberOf(met: StemmedWord): number {
    const { stem: stemmed, hash } = met
    const slot = this.#stemSlot(stemmed, hash)
    const known = this.#stemSlots[slot]!
    if (known !== EMPTY) return known
    const origin = isDigit(stemmed.charCodeAt(0)) ? FOLDED_NUMBER : NO_NUMBER
    const number = this.#add(met, hash, origin)
    this.#stemSlots[slot] = number
    if (++this.#stemCount * 2 > this.#stemSlots.length) this.#growStems()
    return number
  }

  /** Where the number of a stem is, or where it would go. */
  #stemSlot(stemmed: string, hash: number): number {
    const slots = this.#stemSlots
    const mask = slots.length - 1
    for (let slot = firstSlot(hash, mask); ; slot = (slot + 1) & mask) {
      const number = slots[slot]!
      if (number === EMPTY) return slot
      if (this.#hashes[number] === hash && this.#stems[number]?.stem === stemmed) return slot
    }
  }

  #growStems(): void {
    const slots = new Int32Array(this.#stemSlots.length * 2).fill(EMPTY)
    const mask = slots.length - 1
    for (const number of this.#stemSlots) {
      if (number === EMPTY) continue
      let slot = firstSlot(this.#hashes[number]!, mask)
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.#stemSlots = slots
  }

  #add(met: StemmedWord | undefined, hash: number, origin: number): number {
    const number = this.#stems.push(met) - 1
    if (number === this.#origins.length) {
      this.#origins = doubled(this.#origins)
      this.#hashes = doubled(this.#hashes)
    }
    this.#hashes[number] = hash
    this.#origins[number] = origin
    return number
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(EMPTY)
    const words = new Int32Array((slots.length / 2 + 1) * FIELDS)
    words.set(this.#words)
    const mask = slots.length - 1
    for (let word = 0; word < this.#count * FIELDS; word += FIELDS) {
      let slot = firstSlot(words[word]!, mask)
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask
      slots[slot] = word
    }
    this.#slots = slots
    this.#words = words
  }
}

const firstSlot = (hash: number, mask: number): number => (hash ^ (hash >>> 15)) & mask

function doubled(numbers: Int32Array): Int32Array {
  const larger = new Int32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}
