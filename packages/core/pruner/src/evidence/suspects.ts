// Lines that may be evidence: a quick check without false negatives, for callers that cut megabytes and
// apply the full rule to a few lines. It has no rules of its own: its words and patterns are the rule's.
import { skipEscape } from '../text/ansi.js'
import { characterClass, SEPARATOR } from '../text/characters.js'
import type { SplitText } from '../text/lines.js'
import { startsOf } from '../text/stem.js'
import {
  EVIDENCE_WORDS,
  hasMark,
  hasNumberedFailures,
  isSeldomFalse,
  mayBeStatus,
  reportsFalse,
  reportsInPhrase,
} from './evidence.js'

const WORD = 1
const HINT = 2
const STATUS = 4
/** The word `false`, of which no phrase is made: of records half may contain it. */
const FALSE = 8
const LETTERS = 32

/** A trie of the words' first letters: `next[state * 32 + letter]`, 0 if there is no transition. */
const next: number[] = Array.from({ length: LETTERS }, () => 0)
const found: number[] = [0]
for (const [words, flag] of [
  [EVIDENCE_WORDS.sure, WORD],
  [EVIDENCE_WORDS.hints, HINT],
] as const) {
  for (const word of words)
    for (const start of startsOf(word)) plant(start, 'false'.startsWith(start) ? FALSE : flag)
}
const tree = Uint16Array.from(next)
/** The first two letters of any of the words: most others need not be walked. */
const pairs = Uint8Array.from({ length: LETTERS * LETTERS }, (_, pair) => {
  const first = next[pair >> 5]!
  return first && next[first * LETTERS + (pair & 31)] ? 1 : 0
})
const flags = Uint8Array.from(found)

function plant(word: string, flag: number): void {
  // Words with other letters are not searched for: a line with such letters is suspect because of them.
  if (!/^[a-z]+$/.test(word)) return
  let state = 0
  for (let i = 0; i < word.length; i++) {
    const at = state * LETTERS + (word.charCodeAt(i) & 31)
    if (!next[at]) {
      next[at] = found.length
      found.push(0)
      for (let letter = 0; letter < LETTERS; letter++) next.push(0)
    }
    state = next[at]!
  }
  found[state]! |= flag
}

/** In order. Every other line is certainly not evidence. */
export function suspectLines(split: SplitText): number[] {
  const suspects: number[] = []
  const isNumbered = hasNumberedFailures(split)
  const isFalseReported = isSeldomFalse(split, split.count)
  for (let line = 0; line < split.count; line++) {
    const seen = look(split, split.starts[line]!, split.ends[line]!)
    const isSuspect =
      (seen & WORD) !== 0 ||
      ((seen & HINT) !== 0 && reportsInPhrase(split, line, isFalseReported)) ||
      ((seen & (HINT | FALSE)) === FALSE && reportsFalse(split, line, isFalseReported)) ||
      ((seen & STATUS) !== 0 && mayBeStatus(split, line)) ||
      hasMark(split, line, isNumbered)
    if (isSuspect) suspects.push(line)
  }
  return suspects
}

/** Checks the beginning of each word, and numbers of three digits. */
function look({ text, units }: SplitText, from: number, end: number): number {
  let seen = 0
  let at = from
  while (at < end) {
    const unit = units[at]!
    const small = unit | 32
    if (unit < 128 && small >= 97 && small <= 122) {
      if (pairs[((small & 31) << 5) | (units[at + 1]! & 31)] === 1) seen |= walk(units, at, end)
      if (seen & WORD) return seen
      at++
      // No word begins at a small letter inside a word.
      while (at < end && units[at]! >= 97 && units[at]! <= 122) at++
    } else if (unit >= 48 && unit <= 57) {
      const start = at++
      while (at < end && units[at]! >= 48 && units[at]! <= 57) at++
      if (at - start === 3 && (unit === 52 || unit === 53)) seen |= STATUS
      while (at < end && units[at]! >= 97 && units[at]! <= 122) at++
    } else if (unit === 27) at = Math.max(at + 1, skipEscape(text, at, end))
    else if (unit > 127 && characterClass(unit) !== SEPARATOR) return WORD
    else at++
  }
  return seen
}

/** The flags of the words that begin at `at`. */
function walk(units: Uint16Array, from: number, end: number): number {
  let seen = 0
  let state = 0
  for (let at = from; at < end; at++) {
    const unit = units[at]! | 32
    if (unit < 97 || unit > 122) break
    state = tree[state * LETTERS + (unit & 31)]!
    if (state === 0) break
    seen |= flags[state]!
  }
  return seen
}
