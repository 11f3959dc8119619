// Takes matches in any order and keeps the first of them, by path and line, that fit the limits;
// the rest is counted. So the same search gives the same answer, however many threads ran it.
import { createHash } from 'node:crypto'
import type { GrepMatch } from '@jeeves/contracts'
import { decodeWithin, endWithin, startWithin } from '../files/utf8.js'
import { compareMatches } from './matches.js'

export interface FoundLine {
  /** From the root, in the file system's bytes. */
  readonly file: Buffer
  readonly line: number
  readonly column: number | null
  /** Without its ending. */
  readonly bytes: Buffer
  /** Where the match begins, if known. */
  readonly start?: number
}

export interface KeptMatch extends GrepMatch {
  readonly file: Buffer
  /** Hash of the whole line, to recognise it. */
  readonly digest: string
  readonly isCut: boolean
}

/** From here on the search is not read to its end just to count. */
const DENSE_MATCHES = 20_000
const LONG_LINE_BYTES = 2_000
const BEFORE_BYTES = 300
const AFTER_BYTES = 700

export const lineDigest = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')

interface State {
  readonly kept: readonly KeptMatch[]
  readonly total: number
}

export class MatchCollector {
  /** More than are worth counting. */
  isDense = false
  /** Lines so long that the program's output for them was not read. */
  unreadLines = 0
  #kept: KeptMatch[] = []
  #total = 0
  #cutoff: KeptMatch | undefined
  #added = 0
  /** Files already shown for an earlier target; of overlapping targets only the first shows a file. */
  readonly #earlier = new Set<string>()
  #current = new Set<string>()
  readonly #maxMatches: number
  readonly #maxBytes: number

  constructor(maxMatches: number, maxBytes: number) {
    this.#maxMatches = maxMatches
    this.#maxBytes = maxBytes
  }

  /** Enough matches of this target: if they come in order, no further one can be kept. */
  get isFull(): boolean {
    return this.#added >= this.#maxMatches || this.#cutoff !== undefined
  }

  get tooMany(): boolean {
    return this.#total > DENSE_MATCHES
  }

  beginTarget(): State {
    for (const file of this.#current) this.#earlier.add(file)
    this.#current = new Set()
    this.#added = 0
    return { kept: [...this.#kept], total: this.#total }
  }

  /** Undoes everything since. */
  goBackTo({ kept, total }: State): void {
    this.#kept = [...kept]
    this.#total = total
    this.#cutoff = undefined
    this.#added = 0
    this.#current = new Set()
  }

  /** Whether the lines of a file are needed; `count` means that they only need counting. */
  judge(file: Buffer): 'take' | 'count' | 'skip' {
    const name = file.toString('latin1')
    if (this.#earlier.has(name)) return 'skip'
    this.#current.add(name)
    return this.#cutoff !== undefined && file.toString('utf8') > this.#cutoff.path
      ? 'count'
      : 'take'
  }

  count(): void {
    this.#total += 1
  }

  add({ file, line, column, bytes, start }: FoundLine): void {
    this.#total += 1
    this.#added += 1
    const isCut = bytes.length > LONG_LINE_BYTES
    const text = isCut
      ? cutAround(bytes, start ?? 0)
      : decodeWithin(bytes, Number.POSITIVE_INFINITY)
    const match = { path: file.toString('utf8'), line, column, text, isCut, file }
    this.#kept.push({ ...match, digest: lineDigest(bytes) })
    if (this.#kept.length >= this.#maxMatches * 2) this.#compact()
  }

  /** In order; and how many more there are. */
  finish(): { readonly matches: readonly KeptMatch[]; readonly leftOut: number } {
    this.#compact()
    return { matches: this.#kept, leftOut: this.#total - this.#kept.length }
  }

  #compact(): void {
    const sorted = this.#kept.sort(compareMatches)
    let bytesLeft = this.#maxBytes
    let fitting = 0
    for (const { text } of sorted) {
      bytesLeft -= Buffer.byteLength(text)
      if (bytesLeft < 0 || fitting >= this.#maxMatches) break
      fitting += 1
    }
    if (fitting === sorted.length) return
    const [first] = sorted
    // A first line that is too long is still better cut than missing.
    this.#kept =
      fitting === 0 && first
        ? [{ ...first, text: decodeWithin(Buffer.from(first.text), this.#maxBytes), isCut: true }]
        : sorted.slice(0, fitting)
    this.#cutoff = this.#kept.at(-1)
  }
}

/**
 * A line of a minified file is longer than anybody reads: only the part around its match is shown, with how much is
 * missing on either side. `start` is the byte at which the match begins.
 */
function cutAround(line: Buffer, start: number): string {
  const before = line.subarray(0, start)
  const after = line.subarray(start)
  const shownBefore = endWithin(before, BEFORE_BYTES)
  const shownAfter = startWithin(after, AFTER_BYTES)
  return [
    missing(before.length - shownBefore.length),
    shownBefore.toString('utf8'),
    shownAfter.toString('utf8'),
    missing(after.length - shownAfter.length),
  ].join('')
}

const missing = (bytes: number): string => (bytes === 0 ? '' : `[… ${bytes} bytes cut …]`)
