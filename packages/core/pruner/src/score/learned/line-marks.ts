// Small signs in a line's own characters that the engine's line kinds do not tell.
import type { SplitText } from '../../split/lines.js'

export interface LineMarks {
  readonly quotes: Uint8Array
  readonly hasAssignment: Uint8Array
  readonly hasCall: Uint8Array
  /** 1 where the line begins with a word that branches or loops. */
  readonly branches: Uint8Array
  /** 1 where it begins with a word that leaves: return, throw, … */
  readonly leaves: Uint8Array
}

const BRANCHES = new Set(
  'if else elif elsif for foreach while do switch case match try catch except finally with select loop unless when'.split(
    ' ',
  ),
)
const LEAVES = new Set('return throw raise yield break continue panic exit goto'.split(' '))

/** Longer lines are data; their first part tells what they are. */
const LONGEST_LOOK = 400
const LONGEST_KEYWORD = 8

export function markLines(split: SplitText, checkDeadline: () => void): LineMarks {
  const { text, count, starts, ends } = split
  const marks = {
    quotes: new Uint8Array(count),
    hasAssignment: new Uint8Array(count),
    hasCall: new Uint8Array(count),
    branches: new Uint8Array(count),
    leaves: new Uint8Array(count),
  }
  for (let i = 0; i < count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const end = Math.min(ends[i]!, starts[i]! + LONGEST_LOOK)
    let first = -1
    let wordEnd = -1
    for (let at = starts[i]!; at < end; at++) {
      const unit = text.charCodeAt(at)
      if (first < 0) {
        // "} else {" begins with "else".
        if (unit <= 32 || unit === 125) continue
        first = at
      }
      if (wordEnd < 0 && (unit < 97 || unit > 122)) wordEnd = at
      if (unit === 34 || unit === 39 || unit === 96) marks.quotes[i]!++
      else if (unit === 61) marks.hasAssignment[i] = 1
      else if (unit === 40) marks.hasCall[i] = 1
    }
    if (first < 0) continue
    if (wordEnd < 0) wordEnd = end
    if (wordEnd - first < 2 || wordEnd - first > LONGEST_KEYWORD) continue
    const word = text.slice(first, wordEnd)
    if (BRANCHES.has(word)) marks.branches[i] = 1
    else if (LEAVES.has(word)) marks.leaves[i] = 1
  }
  return marks
}
