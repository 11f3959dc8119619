// Numbers for words. A word met before costs one hash and one comparison and allocates nothing, which is
// most of what makes splitting cheaper than tokenising.
import { stem } from './stem.js'

const EMPTY = -1

export class Vocabulary {
  /** Stem of each number. */
  readonly stems: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly #folded = new Map<string, number>()
  /** Distinct ASCII words as first met, in lower case, and the number of each one's stem. */
  readonly #words: string[] = []
  readonly #numberOfWord: number[] = []
  #slots = new Int32Array(1024).fill(EMPTY)
  #hashes: number[] = []

  find(stemmed: string): number | undefined {
    return this.#numbers.get(stemmed)
  }

  /** The number of the stem of `text.slice(from, to)`. */
  intern(text: string, from: number, to: number, isAscii: boolean): number {
    if (!isAscii) return this.#internFolded(text.slice(from, to))
    let hash = 0
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + lower(text.charCodeAt(i))) | 0
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (;;) {
      const word = this.#slots[slot]!
      if (word === EMPTY) break
      if (this.#hashes[word] === hash && isSame(this.#words[word]!, text, from, to))
        return this.#numberOfWord[word]!
      slot = (slot + 1) & mask
    }
    const word = text.slice(from, to).toLowerCase()
    const number = this.#numberOf(stem(word))
    this.#slots[slot] = this.#words.length
    this.#words.push(word)
    this.#hashes.push(hash)
    this.#numberOfWord.push(number)
    if (this.#words.length * 2 > this.#slots.length) this.#grow()
    return number
  }

  #internFolded(word: string): number {
    const known = this.#folded.get(word)
    if (known !== undefined) return known
    const plain = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
    const number = this.#numberOf(stem(plain === '' ? word : plain))
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
