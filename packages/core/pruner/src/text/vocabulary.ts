// Numbers for words. A known word costs one hash and one comparison and allocates nothing, which is
// most of what makes splitting cheaper than tokenising.
import { stem } from './stem.js'
import { shortUnits } from './units.js'

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

/** What is known of a word: its hash, where it was first met, its length and the number of its stem. */
const FIELDS = 4

export class Vocabulary implements KnownWords {
  /** Stem of each number. */
  readonly stems: string[] = []
  readonly #text: string
  readonly #units: Uint16Array
  readonly #numbers = new Map<string, number>()
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
    const room = Math.max(LEAST_ROOM, Math.min(MOST_ROOM, text.length >> 5))
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * room))).fill(EMPTY)
    this.#words = new Int32Array((this.#slots.length / 2 + 1) * FIELDS)
  }

  get isAscii(): boolean {
    return this.#folded.size === 0
  }

  find(stemmed: string): number | undefined {
    if (!isDigit(stemmed.charCodeAt(0))) return this.#numbers.get(stemmed)
    const hash = hashOf(stemmed, 0, stemmed.length)
    const units = shortUnits(stemmed)
    const word = this.#slots[this.#slotOf(units, 0, stemmed.length, hash)]!
    return word === EMPTY ? undefined : this.#words[word + 3]
  }

  /** The number of the stem of the word from `from` to `to`. */
  intern(from: number, to: number, hash: number): number {
    if (hash === NOT_ASCII) return this.#internFolded(this.#text.slice(from, to))
    const slot = this.#slotOf(this.#units, from, to, hash)
    const known = this.#slots[slot]!
    if (known !== EMPTY) return this.#words[known + 3]!
    // A number is its own stem, and a log is full of numbers that occur once.
    const number = isDigit(this.#units[from]!)
      ? this.stems.push(lowerSlice(this.#text, from, to)) - 1
      : this.#numberOf(stemmedWord(this.#text, from, to, hash).stem)
    const word = this.#count++ * FIELDS
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
  const word = lowerSlice(text, from, to)
  const stemmed = { word, stem: stem(word) }
  if (word.length <= LONGEST_LATELY) lately[place] = stemmed
  return stemmed
}

/** The stem of `text.slice(from, to)`; a number is its own. */
export function stemOf(text: string, from: number, to: number, hash: number): string {
  if (hash === NOT_ASCII) return foldedStem(text.slice(from, to))
  return isDigit(text.charCodeAt(from))
    ? lowerSlice(text, from, to)
    : stemmedWord(text, from, to, hash).stem
}

function foldedStem(word: string): string {
  const plain = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return stem(plain === '' ? word : plain)
}

/** Of an ASCII word: most are in lower case already, and changing that costs more than seeing it. */
function lowerSlice(text: string, from: number, to: number): string {
  const word = text.slice(from, to)
  for (let at = from; at < to; at++) if (isUpper(text.charCodeAt(at))) return word.toLowerCase()
  return word
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90
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
  return isUpper(unit) ? unit + 32 : unit
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== lower(text.charCodeAt(from + i))) return false
  }
  return true
}
