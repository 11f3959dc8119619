// Lines to words: identifiers come apart at case changes, underscores and hyphens, text without spaces
// comes apart in pairs of characters, and every word is folded to its stem. The result is a flat list of
// numbers, so that scorers run over typed arrays and never over strings.
import type { Deadline } from '../deadline.js'
import { ESCAPE, skipEscape } from './ansi.js'
import { characterClass, DIGIT, LOWER, SEPARATOR, UNSPACED, UPPER } from './characters.js'
import type { SplitText } from './lines.js'
import {
  HASH_MASK,
  hashNext,
  hashOf,
  type KnownWords,
  NOT_ASCII,
  stemOf,
  Vocabulary,
} from './vocabulary.js'

export interface WordIndex {
  readonly vocabulary: KnownWords
  /** Words of all lines in reading order, as numbers of `vocabulary`. */
  readonly ids: Int32Array
  /** `ids` of line i are `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array
}

export function indexWords(split: SplitText, deadline: Deadline): WordIndex {
  const vocabulary = new Vocabulary(split.text.length >> 5)
  let ids = new Int32Array(Math.max(64, split.text.length >> 2))
  let used = 0
  const add = (from: number, to: number, hash: number) => {
    if (used === ids.length) {
      const larger = new Int32Array(used * 2)
      larger.set(ids)
      ids = larger
    }
    ids[used++] = vocabulary.intern(split.text, from, to, hash)
  }
  const starts = new Int32Array(split.count + 1)
  for (let i = 0; i < split.count; i++) {
    const from = split.starts[i]!
    const to = split.ends[i]!
    // The clock is also checked inside a line of a million characters.
    for (let at = from; at < to; ) at = scanWords(split.text, at, to, add, deadline)
    starts[i + 1] = used
  }
  return { vocabulary, ids: ids.subarray(0, used), starts }
}

/** The stems of a short text, in order, repeats included. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  const add = (from: number, to: number, hash: number) => {
    words.push(stemOf(text, from, to, hash))
  }
  for (let at = 0; at < text.length; ) at = scanWords(text, at, text.length, add)
  return words
}

/** `hash` is that of the word in lower case, or `NOT_ASCII`. */
type Emit = (from: number, to: number, hash: number) => void
const MAX_WORD = 64
const MAX_SCAN = 16_384

/** Emits the words from `from` on and returns where it stopped: at `end`, or sooner in a long line. */
function scanWords(
  text: string,
  from: number,
  end: number,
  emit: Emit,
  deadline?: Deadline,
): number {
  let at = from
  const stop = Math.min(end, from + MAX_SCAN)
  while (at < stop) {
    const unit = text.charCodeAt(at)
    const kind = characterClass(unit)
    if (kind === SEPARATOR)
      at = unit === ESCAPE ? Math.max(at + 1, skipEscape(text, at, end)) : at + 1
    else if (kind === UNSPACED) at = scanUnspaced(text, at, end, emit)
    else at = scanWord(text, at, end, kind, emit)
  }
  deadline?.spend(at - from + 8)
  return at
}

function scanUnspaced(text: string, from: number, end: number, emit: Emit): number {
  let at = from + 1
  while (at < end && at - from < MAX_WORD && characterClass(text.charCodeAt(at)) === UNSPACED) {
    emit(at - 1, at + 1, NOT_ASCII)
    at++
  }
  if (at === from + 1) emit(from, at, NOT_ASCII)
  return at
}

function scanWord(text: string, from: number, end: number, first: number, emit: Emit): number {
  let at = from
  let previous = first
  let isAscii = true
  let uppers = 0
  let hash = 0
  while (at < end) {
    const unit = text.charCodeAt(at)
    const kind = characterClass(unit)
    if (kind === SEPARATOR || kind === UNSPACED) break
    if (at > from) {
      if (kind === UPPER && previous !== UPPER) break
      // `HTTPServer`: the last capital begins the next word, unless it is the plural of an acronym.
      if (kind === LOWER && uppers > 1 && !isPluralEnd(text, at, end)) {
        at--
        hash = hashOf(text, from, at)
        break
      }
    }
    uppers = kind === UPPER ? uppers + 1 : 0
    if (unit > 127) isAscii = false
    hash = hashNext(hash, unit)
    previous = kind
    at++
    if (kind !== LOWER && kind !== DIGIT) continue
    // Lower-case letters and digits are most of any word, and nothing ends it between two of them.
    for (; at < end; at++) {
      const next = text.charCodeAt(at)
      if ((next < 97 || next > 122) && (next < 48 || next > 57)) break
      hash = (Math.imul(hash, 31) + next) & HASH_MASK
    }
  }
  if (at - from > MAX_WORD)
    emit(from, from + MAX_WORD, isAscii ? hashOf(text, from, from + MAX_WORD) : NOT_ASCII)
  else if (at - from > 1 || first === DIGIT || !isAscii) emit(from, at, isAscii ? hash : NOT_ASCII)
  return at
}

function isPluralEnd(text: string, at: number, end: number): boolean {
  if (text.charCodeAt(at) !== 115) return false
  return at + 1 >= end || characterClass(text.charCodeAt(at + 1)) !== LOWER
}
