// Lines that may be evidence: a quick check without false negatives, for callers that cut megabytes and
// apply the full rule to a few lines. It has no rules of its own: its words and patterns are the rule's.
import { skipEscape } from '../text/ansi.js'
import { characterClass, SEPARATOR } from '../text/characters.js'
import type { SplitText } from '../text/lines.js'
import { startsOf } from '../text/stem.js'
import {
  EVIDENCE_WORDS,
  isSeldomFalse,
  markFinder,
  mayBeStatus,
  tellsFalse,
  tellsInPhrase,
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
  const isMarked = markFinder(split)
  const isFalseTold = isSeldomFalse(split, split.count)
  for (let line = 0; line < split.count; line++) {
    const seen = look(split, split.starts[line]!, split.ends[line]!)
    const isSuspect =
      (seen & WORD) !== 0 ||
      ((seen & HINT) !== 0 && tellsInPhrase(split, line, isFalseTold)) ||
      ((seen & (HINT | FALSE)) === FALSE && tellsFalse(split, line, isFalseTold)) ||
      ((seen & STATUS) !== 0 && mayBeStatus(split, line)) ||
      isMarked(line)
    if (isSuspect) suspects.push(line)
  }
  return suspects
}

/** Checks the beginning of each word, and numbers of three digits. */
function look({ text, units }: SplitText, from: number, end: number): number {
  let seen = 0
  let digits = 0
  let isInside = false
  for (let at = from; at < end; at++) {
    const unit = units[at]!
    const folded = unit | 32
    if (folded >= 97 && folded <= 122 && unit < 128) {
      if (digits === 3) seen |= statusAt(units, at - 3)
      digits = 0
      if (unit < 97 || !isInside) {
        seen |= walk(units, at, end)
        if (seen & WORD) return seen
      }
      isInside = true
      // No word begins at a small letter inside a word.
      while (at + 1 < end && units[at + 1]! >= 97 && units[at + 1]! <= 122) at++
    } else if (unit >= 48 && unit <= 57) {
      digits++
      isInside = true
    } else {
      if (digits === 3) seen |= statusAt(units, at - 3)
      digits = 0
      isInside = false
      if (unit === 27) at = Math.max(at, skipEscape(text, at, end) - 1)
      else if (unit > 127 && characterClass(unit) !== SEPARATOR) return WORD
    }
  }
  return digits === 3 ? seen | statusAt(units, end - 3) : seen
}

const statusAt = (units: Uint16Array, at: number): number => {
  const first = units[at]
  return first === 52 || first === 53 ? STATUS : 0
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
