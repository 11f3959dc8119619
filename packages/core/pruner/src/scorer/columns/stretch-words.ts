// The words of one stretch of a long text, renumbered: what is computed for each distinct word is then
// computed for those of the stretch, and not for the whole text's once per stretch.
import type { KnownWords } from '../../text/vocabulary.js'
import type { WordIndex } from '../../text/words.js'

/** Numbers stretches of `words` one after the other; a stretch's words are valid until the next call. */
export class StretchWords {
  readonly #words: WordIndex
  /** The text's words with the stretch's numbers, in the places of the stretch. */
  readonly #ids: Int32Array
  /** The stretch's number of each of the text's words, or -1. */
  readonly #numbers: Int32Array
  #present: Int32Array = new Int32Array(0)

  constructor(words: WordIndex) {
    this.#words = words
    this.#ids = new Int32Array(words.ids.length)
    this.#numbers = new Int32Array(words.vocabulary.size).fill(-1)
  }

  /** Lines `from` to `to`, exclusive. */
  of(from: number, to: number): WordIndex {
    const { ids, starts, vocabulary, beyondAscii } = this.#words
    const numbers = this.#numbers
    for (const word of this.#present) numbers[word] = -1
    const first = starts[from]!
    const end = starts[to]!
    const met = new Int32Array(end - first)
    const later = new Int32Array(end - first)
    let count = 0
    let laterCount = 0
    for (let at = first; at < end; at++) {
      const word = ids[at]!
      if (numbers[word] !== -1) continue
      numbers[word] = 0
      // Words are numbered as they are met, so most are in order already.
      if (count === 0 || word > met[count - 1]!) met[count++] = word
      else later[laterCount++] = word
    }
    // In the text's order, so that ties are broken as in the text.
    const present = merged(met.subarray(0, count), later.subarray(0, laterCount).sort())
    for (let n = 0; n < present.length; n++) numbers[present[n]!] = n
    for (let at = first; at < end; at++) this.#ids[at] = numbers[ids[at]!]!
    this.#present = present
    return {
      vocabulary: vocabularyOf(vocabulary, present, numbers),
      ids: this.#ids,
      starts: starts.subarray(from, to + 1),
      beyondAscii: beyondAscii
        .filter((line) => line >= from && line < to)
        .map((line) => line - from),
    }
  }
}

/** Two ascending lists as one. */
function merged(a: Int32Array, b: Int32Array): Int32Array {
  const all = new Int32Array(a.length + b.length)
  for (let n = 0, i = 0, j = 0; n < all.length; n++)
    all[n] = j === b.length || (i < a.length && a[i]! < b[j]!) ? a[i++]! : b[j++]!
  return all
}

/** Words of the rest of the text share one number, which no line of the stretch has. */
function vocabularyOf(whole: KnownWords, present: Int32Array, numbers: Int32Array): KnownWords {
  const elsewhere = present.length
  return {
    size: elsewhere + 1,
    isNumber: (number) => number !== elsewhere && whole.isNumber(present[number]!),
    stemOf: (number) => (number === elsewhere ? '' : whole.stemOf(present[number]!)),
    initialOf: (number) => (number === elsewhere ? 0 : whole.initialOf(present[number]!)),
    noteOf: (number) => (number === elsewhere ? undefined : whole.noteOf(present[number]!)),
    lengthOf: (number) => (number === elsewhere ? 0 : whole.lengthOf(present[number]!)),
    find(stemmed) {
      const number = whole.find(stemmed)
      if (number === undefined) return undefined
      return numbers[number] === -1 ? elsewhere : numbers[number]
    },
  }
}
