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
  #present = new Int32Array(0)

  constructor(words: WordIndex) {
    this.#words = words
    this.#ids = new Int32Array(words.ids.length)
    this.#numbers = new Int32Array(words.vocabulary.stems.length).fill(-1)
  }

  /** Lines `from` to `to`, exclusive. */
  of(from: number, to: number): WordIndex {
    const { ids, starts, vocabulary } = this.#words
    const numbers = this.#numbers
    for (const word of this.#present) numbers[word] = -1
    const first = starts[from]!
    const end = starts[to]!
    const met = new Int32Array(end - first)
    let count = 0
    for (let at = first; at < end; at++) {
      const word = ids[at]!
      if (numbers[word] !== -1) continue
      numbers[word] = 0
      met[count++] = word
    }
    // In the text's order, so that ties are broken as in the text.
    const present = met.slice(0, count).sort()
    for (let n = 0; n < count; n++) numbers[present[n]!] = n
    for (let at = first; at < end; at++) this.#ids[at] = numbers[ids[at]!]!
    this.#present = present
    return {
      vocabulary: vocabularyOf(vocabulary, present, numbers),
      ids: this.#ids,
      starts: starts.subarray(from, to + 1),
    }
  }
}

/** Words of the rest of the text share one number, which no line of the stretch has. */
function vocabularyOf(whole: KnownWords, present: Int32Array, numbers: Int32Array): KnownWords {
  const stems = Array.from(present, (word) => whole.stems[word]!)
  const elsewhere = stems.push('') - 1
  return {
    stems,
    isAscii: whole.isAscii,
    find(stemmed) {
      const number = whole.find(stemmed)
      if (number === undefined) return undefined
      return numbers[number] === -1 ? elsewhere : numbers[number]
    },
  }
}
