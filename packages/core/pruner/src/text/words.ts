// Lines to words: identifiers come apart at case changes, underscores and hyphens, text without spaces
// comes apart in pairs of characters, and every word is folded to its stem. The result is a flat list of
// numbers, so that scorers run over typed arrays and never over strings.
import type { Deadline } from '../deadline.js'
import { ESCAPE, skipEscape } from './ansi.js'
import { characterClass, DIGIT, LOWER, SEPARATOR, UNSPACED, UPPER } from './characters.js'
import type { SplitText } from './lines.js'
import { stemOf } from './stemmed-word.js'
import { shortUnits } from './units.js'
import { type KnownWords, Vocabulary } from './vocabulary.js'
import { HASH_MASK, hashNext, hashOfUnits, NOT_ASCII } from './word-hash.js'

export interface WordIndex {
  readonly vocabulary: KnownWords
  /** Words of all lines in reading order, as numbers of `vocabulary`. */
  readonly ids: Int32Array
  /** `ids` of line i are `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array
  /** The lines with a letter or digit that is not of ASCII. */
  readonly beyondAscii: readonly number[]
}

export function indexWords(split: SplitText, deadline: Deadline): WordIndex {
  const { text, units, count } = split
  const vocabulary = new Vocabulary(text, units)
  let ids = new Int32Array(Math.max(64, text.length >> 2))
  let used = 0
  const starts = new Int32Array(count + 1)
  const beyondAscii: number[] = []
  for (let i = 0; i < count; i++) {
    isBeyondAscii = false
    const to = split.ends[i]!
    // The clock is also checked inside a line of a million characters.
    for (let at = split.starts[i]!; at < to; ) {
      const from = at
      at = scanWords(text, units, from, to)
      deadline.spend(at - from + 8)
      if (used + foundCount > ids.length) {
        const larger = new Int32Array(ids.length * 2 + foundCount)
        larger.set(ids)
        ids = larger
      }
      for (let n = 0; n < foundCount; n++)
        ids[used++] = vocabulary.intern(foundFrom[n]!, foundTo[n]!, foundHash[n]!)
    }
    starts[i + 1] = used
    if (isBeyondAscii) beyondAscii.push(i)
  }
  return { vocabulary, ids: ids.subarray(0, used), starts, beyondAscii }
}

/** The stems of a short text, in order, repeats included. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  const units = shortUnits(text)
  for (let at = 0; at < text.length; ) {
    at = scanWords(text, units, at, text.length)
    for (let n = 0; n < foundCount; n++)
      words.push(stemOf(text, foundFrom[n]!, foundTo[n]!, foundHash[n]!))
  }
  return words
}

/**
 * A list with its words as stems; commas between groups stay. Of lists in the source this and the next are computed
 * when the command is bundled (scripts/stemmed-lists.mjs): hundreds of words would take longer than a small text.
 */
export const stemmed = (list: string): string =>
  list
    .replaceAll(/[^\s,]+/g, (word) => wordsOf(word).join(' '))
    .replaceAll(/\s+/g, ' ')
    .trim()

export const stemSet = (list: string): ReadonlySet<string> => new Set(wordsOf(list))

const MAX_WORD = 64
const MAX_SCAN = 16_384

/**
 * What `scanWords` found last, good until it is called again: a call for every word would cost as much as
 * finding it. The hash is that of the word in lower case, or `NOT_ASCII`.
 */
const foundFrom = new Int32Array(MAX_SCAN + MAX_WORD)
const foundTo = new Int32Array(MAX_SCAN + MAX_WORD)
const foundHash = new Int32Array(MAX_SCAN + MAX_WORD)
let foundCount = 0
/** Set where a letter or digit is not of ASCII. */
let isBeyondAscii = false

function addFound(from: number, to: number, hash: number): void {
  foundFrom[foundCount] = from
  foundTo[foundCount] = to
  foundHash[foundCount++] = hash
}

/**
 * Finds the words from `from` on and returns where it stopped: at `end`, or sooner in a long line. Nearly all words
 * are small letters and digits behind at most one capital; those are read here, where nothing is called for a
 * character, and any other character by the full rules.
 */
function scanWords(text: string, units: Uint16Array, from: number, end: number): number {
  let at = from
  const stop = Math.min(end, from + MAX_SCAN)
  foundCount = 0
  while (at < stop) {
    const unit = units[at]!
    const kind = characterClass(unit)
    if (kind === SEPARATOR) {
      at = unit === ESCAPE ? Math.max(at + 1, skipEscape(text, at, end)) : at + 1
      continue
    }
    if (unit > 127) {
      isBeyondAscii = true
      at = kind === UNSPACED ? scanUnspaced(units, at, end) : scanWord(units, at, end, kind)
      continue
    }
    let hash = kind === UPPER ? unit + 32 : unit
    let to = at + 1
    let next = 0
    for (; to < end; to++) {
      next = units[to]!
      if ((next < 97 || next > 122) && (next < 48 || next > 57)) break
      hash = (Math.imul(hash, 31) + next) & HASH_MASK
    }
    const length = to - at
    const isCut = to < end && (next > 127 || (length === 1 && characterClass(next) === UPPER))
    if (isCut || length > MAX_WORD) at = scanWord(units, at, end, kind)
    else {
      if (length > 1 || kind === DIGIT) addFound(at, to, hash)
      at = to
    }
  }
  return at
}

function scanUnspaced(units: Uint16Array, from: number, end: number): number {
  let at = from + 1
  while (at < end && at - from < MAX_WORD && characterClass(units[at]!) === UNSPACED) {
    addFound(at - 1, at + 1, NOT_ASCII)
    at++
  }
  if (at === from + 1) addFound(from, at, NOT_ASCII)
  return at
}

function scanWord(units: Uint16Array, from: number, end: number, first: number): number {
  let at = from
  let previous = first
  let isAscii = true
  let uppers = 0
  let hash = 0
  while (at < end) {
    const unit = units[at]!
    const kind = characterClass(unit)
    if (kind === SEPARATOR || kind === UNSPACED) break
    if (at > from) {
      if (kind === UPPER && previous !== UPPER) break
      // `HTTPServer`: the last capital begins the next word, unless it is the plural of an acronym.
      if (kind === LOWER && uppers > 1 && !isPluralEnd(units, at, end)) {
        at--
        hash = hashOfUnits(units, from, at)
        break
      }
    }
    uppers = kind === UPPER ? uppers + 1 : 0
    if (unit > 127) {
      isAscii = false
      isBeyondAscii = true
    }
    hash = hashNext(hash, unit)
    previous = kind
    at++
    if (kind !== LOWER && kind !== DIGIT) continue
    // Lower-case letters and digits are most of any word, and nothing ends it between two of them.
    for (; at < end; at++) {
      const next = units[at]!
      if ((next < 97 || next > 122) && (next < 48 || next > 57)) break
      hash = (Math.imul(hash, 31) + next) & HASH_MASK
    }
  }
  if (at - from > MAX_WORD)
    addFound(from, from + MAX_WORD, isAscii ? hashOfUnits(units, from, from + MAX_WORD) : NOT_ASCII)
  else if (at - from > 1 || first === DIGIT || !isAscii)
    addFound(from, at, isAscii ? hash : NOT_ASCII)
  return at
}

function isPluralEnd(units: Uint16Array, at: number, end: number): boolean {
  if (units[at] !== 115) return false
  return at + 1 >= end || characterClass(units[at + 1]!) !== LOWER
}
