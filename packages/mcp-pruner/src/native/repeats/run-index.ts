// Finds runs of consecutive lines that occur in one of several earlier texts. Exact: every line of a run
// equals the earlier one. Linear in the number of lines, also for one line repeated a thousand times.
import type { KeyedLine } from './keyed-lines.js'

/** Shorter runs are not worth a mark. */
export const MIN_RUN_LINES = 5
/** Occurrences of the same five lines that are tried: the first and the latest. */
const MAX_PLACES = 8
/** Ids of lines that equal nothing. */
const MARK = -2
const UNSEEN = -1

export interface FoundRun {
  /** Index of the earlier text, and of the run's first line in it. */
  readonly text: number
  readonly at: number
  readonly length: number
}

interface Occurrence {
  readonly text: number
  readonly at: number
}

export class RunIndex {
  readonly #ids = new Map<string, number>()
  readonly #texts: (readonly number[])[] = []
  readonly #places = new Map<
    string,
    { readonly first: Occurrence[]; readonly latest: Occurrence[] }
  >()

  /** Texts are added oldest first. */
  add(lines: readonly KeyedLine[]): void {
    const ids = lines.map(({ key }) => this.#idOf(key))
    const text = this.#texts.push(ids) - 1
    for (let at = 0; at + MIN_RUN_LINES <= ids.length; at += 1) {
      if (ids[at] === MARK) continue
      const gram = gramOf(ids, at)
      const places = this.#places.get(gram) ?? { first: [], latest: [] }
      this.#places.set(gram, places)
      if (places.first.length < MAX_PLACES) places.first.push({ text, at })
      else places.latest.push({ text, at })
      if (places.latest.length > MAX_PLACES) places.latest.shift()
    }
  }

  /** The longest run that begins at each line; among equal ones the latest. */
  finder(lines: readonly KeyedLine[]): (from: number) => FoundRun | undefined {
    // A line that occurs in no earlier text is in no run.
    const ids = lines.map(({ key }) =>
      key === undefined ? UNSEEN : (this.#ids.get(key) ?? UNSEEN),
    )
    return (from) => {
      if (from + MIN_RUN_LINES > ids.length) return undefined
      const places = this.#places.get(gramOf(ids, from))
      let best: FoundRun | undefined
      for (const { text, at } of places ? [...places.first, ...places.latest] : []) {
        const length = commonLength(this.#texts[text] ?? [], at, ids, from)
        if (best === undefined || length >= best.length) best = { text, at, length }
      }
      return best
    }
  }

  /** Each mark gets a unique id. */
  #idOf(key: string | undefined): number {
    if (key === undefined) return MARK
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    this.#ids.set(key, this.#ids.size)
    return this.#ids.size - 1
  }
}

const gramOf = (ids: readonly number[], at: number): string =>
  ids.slice(at, at + MIN_RUN_LINES).join(',')

function commonLength(
  a: readonly number[],
  at: number,
  b: readonly number[],
  from: number,
): number {
  let length = 0
  while (at + length < a.length && from + length < b.length && a[at + length] === b[from + length])
    length += 1
  return length
}
