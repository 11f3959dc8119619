// The words of one stretch of a long text, renumbered: what is computed for each distinct word is then
// computed for those of the stretch, and not for the whole text's once per stretch.
import type { StemNote } from '../../text/stemmed-word.js'
import type { KnownWords } from '../../text/vocabulary.js'
import type { WordIndex } from '../../text/words.js'

/** Numbers stretches of `words` one after the other; a stretch's words are valid until the next call. */
export class StretchWords {
  readonly #words: WordIndex
  /** The stretch's number of each of the text's words, or -1. */
  readonly #numbers: Int32Array
  #present: Int32Array = new Int32Array(0)
  /** For the words of a stretch: its own are written over those of the last one. */
  #ids: Int32Array = new Int32Array(0)
  #met: Int32Array = new Int32Array(0)

  constructor(words: WordIndex) {
    this.#words = words
    this.#numbers = new Int32Array(words.vocabulary.size).fill(-1)
  }

  /** Lines `from` to `to`, exclusive. */
  of(from: number, to: number): WordIndex {
    const { starts, vocabulary, beyondAscii } = this.#words
    const numbers = this.#numbers
    const ids = this.#words.ids.subarray(starts[from], starts[to])
    if (this.#ids.length < ids.length) {
      this.#ids = new Int32Array(ids.length)
      this.#met = new Int32Array(ids.length)
    }
    const present = presentIn(ids, numbers, this.#present, this.#met)
    renumber(ids, numbers, this.#ids)
    this.#present = present
    return {
      vocabulary: new StretchVocabulary(vocabulary, present, numbers),
      ids: this.#ids,
      starts: startsIn(starts, from, to),
      beyondAscii: beyondAscii
        .filter((line) => line >= from && line < to)
        .map((line) => line - from),
    }
  }
}

// The loops are in functions of their own: V8 compiles a loop of a method that is called a few times per text in the
// middle of it, and throws that away at the next call.

/**
 * The words, ascending, so that ties are broken as in the text. `numbers` gets the place of each, instead of those of
 * the last stretch; `met` is scratch.
 */
function presentIn(
  ids: Int32Array,
  numbers: Int32Array,
  last: Int32Array,
  met: Int32Array,
): Int32Array {
  for (let n = 0; n < last.length; n++) numbers[last[n]!] = -1
  const later: number[] = []
  let count = 0
  for (let at = 0; at < ids.length; at++) {
    const word = ids[at]!
    if (numbers[word] !== -1) continue
    numbers[word] = 0
    // Words are numbered as they are met, so most are in order already.
    if (count === 0 || word > met[count - 1]!) met[count++] = word
    else later.push(word)
  }
  const present = merged(met.subarray(0, count), Int32Array.from(later).sort())
  for (let n = 0; n < present.length; n++) numbers[present[n]!] = n
  return present
}

function renumber(ids: Int32Array, numbers: Int32Array, out: Int32Array): void {
  for (let at = 0; at < ids.length; at++) out[at] = numbers[ids[at]!]!
}

/** Where the words of each line begin, counted from the first of line `from`. */
function startsIn(starts: Int32Array, from: number, to: number): Int32Array {
  const own = starts.slice(from, to + 1)
  const first = starts[from]!
  for (let i = 0; i < own.length; i++) own[i]! -= first
  return own
}

/** Two ascending lists as one. */
function merged(a: Int32Array, b: Int32Array): Int32Array {
  const all = new Int32Array(a.length + b.length)
  for (let n = 0, i = 0, j = 0; n < all.length; n++)
    all[n] = j === b.length || (i < a.length && a[i]! < b[j]!) ? a[i++]! : b[j++]!
  return all
}

/**
 * Words of the rest of the text share one number, which no line of the stretch has. A class, because V8 compiles the
 * closures of each object anew.
 */
class StretchVocabulary implements KnownWords {
  readonly size: number
  readonly #whole: KnownWords
  readonly #present: Int32Array
  readonly #numbers: Int32Array
  readonly #elsewhere: number

  constructor(whole: KnownWords, present: Int32Array, numbers: Int32Array) {
    this.#whole = whole
    this.#present = present
    this.#numbers = numbers
    this.#elsewhere = present.length
    this.size = present.length + 1
  }

  isNumber(number: number): boolean {
    return number !== this.#elsewhere && this.#whole.isNumber(this.#present[number]!)
  }

  stemOf(number: number): string {
    return number === this.#elsewhere ? '' : this.#whole.stemOf(this.#present[number]!)
  }

  initialOf(number: number): number {
    return number === this.#elsewhere ? 0 : this.#whole.initialOf(this.#present[number]!)
  }

  noteOf(number: number): StemNote | undefined {
    return number === this.#elsewhere ? undefined : this.#whole.noteOf(this.#present[number]!)
  }

  lengthOf(number: number): number {
    return number === this.#elsewhere ? 0 : this.#whole.lengthOf(this.#present[number]!)
  }

  find(stemmed: string): number | undefined {
    const number = this.#whole.find(stemmed)
    if (number === undefined) return undefined
    return this.#numbers[number] === -1 ? this.#elsewhere : this.#numbers[number]
  }
}
