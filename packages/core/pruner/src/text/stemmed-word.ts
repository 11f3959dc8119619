// Words with their stems. Recent ones are kept, for all texts.
import { isDigit, isUpper } from './characters.js'
import { stem } from './stem.js'
import { hashOfStem, lower, NOT_ASCII } from './word-hash.js'

/** What was last looked up of a stem, and in what: the words of one text are mostly those of the next. */
export interface StemNote {
  source: object | undefined
  found: number
}

export interface StemmedWord extends StemNote {
  /** In lower case. */
  readonly word: string
  readonly stem: string
  /** Of the stem. */
  readonly hash: number
}

/**
 * Recently seen words, of any text: most words of a text occur in others, and creating a string and
 * stemming it costs many times as much as comparing it. Longer ones are excluded, as V8 makes such a string a
 * slice of its text, which would stay in memory.
 */
const stemCache: (StemmedWord | undefined)[] = Array.from({ length: 4096 })
const MAX_CACHED_LENGTH = 12

export function stemmedWord(text: string, from: number, to: number, hash: number): StemmedWord {
  const place = (hash ^ (hash >>> 12)) & (stemCache.length - 1)
  const known = stemCache[place]
  if (known !== undefined && isSame(known.word, text, from, to)) return known
  const word = lowerSlice(text, from, to)
  const met = stemmedAs(word, stem(word))
  if (word.length <= MAX_CACHED_LENGTH) stemCache[place] = met
  return met
}

export const stemmedAs = (word: string, stemmed: string): StemmedWord => ({
  word,
  stem: stemmed,
  hash: hashOfStem(stemmed),
  source: undefined,
  found: -1,
})

/** The stem of `text.slice(from, to)`; a number is its own. */
export function stemOf(text: string, from: number, to: number, hash: number): string {
  if (hash === NOT_ASCII) return foldedStem(text.slice(from, to))
  return isDigit(text.charCodeAt(from))
    ? lowerSlice(text, from, to)
    : stemmedWord(text, from, to, hash).stem
}

export function foldedStem(word: string): string {
  const plain = word.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return stem(plain === '' ? word : plain)
}

/** Of an ASCII word: most are in lower case already, and changing that costs more than seeing it. */
export function lowerSlice(text: string, from: number, to: number): string {
  const word = text.slice(from, to)
  for (let at = from; at < to; at++) if (isUpper(text.charCodeAt(at))) return word.toLowerCase()
  return word
}

function isSame(word: string, text: string, from: number, to: number): boolean {
  if (word.length !== to - from) return false
  for (let i = 0; i < word.length; i++) {
    if (word.charCodeAt(i) !== lower(text.charCodeAt(from + i))) return false
  }
  return true
}
