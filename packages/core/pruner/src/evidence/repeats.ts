// Folding: the same complaint five thousand times is one complaint. Its first and last occurrence stay;
// the marker between them carries the count.
import type { Deadline } from '../deadline.js'
import type { SplitText } from '../text/lines.js'

/** Fewer repeats are shown as they are. */
const FOLD_FROM = 5
const MAX_LINE = 2000

/** Times and dates differ in otherwise equal lines; no other number may, it could be the difference. */
const timePattern =
  /\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b|"(?:time|ts|timestamp|t)": ?"?[\d.]+"?/g

/** Numbers the groups of equal lines among `lines`; 0 for a line with too few repeats to fold. */
export function foldRepeats(
  split: SplitText,
  lines: readonly number[],
  deadline: Deadline,
): Map<number, number> {
  const groups = new Map<string, number[]>()
  for (const line of lines) {
    const from = split.starts[line]!
    const end = split.ends[line]!
    deadline.spend(Math.min(MAX_LINE, end - from) + 128)
    // A long line is compared by its whole text, which costs nothing while it is not copied.
    const raw = split.text.slice(from, end)
    const key = end - from > MAX_LINE ? raw : raw.replaceAll(timePattern, '')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [line])
    else group.push(line)
  }
  const folded = new Map<number, number>()
  let number = 0
  for (const group of groups.values()) {
    if (group.length < FOLD_FROM) continue
    number++
    for (const line of group.slice(1, -1)) {
      deadline.spend(64)
      folded.set(line, number)
    }
  }
  unfoldHeads(split, lines, folded, deadline)
  return folded
}

const headPattern = /^\s*(?:Traceback \(most recent|Caused by\b|.*\bpanicked at\b)/
/** How far below its first line a stack is followed. */
const MAX_STACK = 80
/** Lines within one stack that are not evidence. */
const MAX_GAP = 4

/** The first line of a stack is a repeat only if the whole stack is. */
function unfoldHeads(
  { text, starts, ends }: SplitText,
  lines: readonly number[],
  folded: Map<number, number>,
  deadline: Deadline,
): void {
  const isHead = (line: number) =>
    headPattern.test(text.slice(starts[line], Math.min(ends[line]!, starts[line]! + 200)))
  let isNew = false // whether anything in the stack below the line is new
  let below = Number.POSITIVE_INFINITY
  let length = 0
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!
    deadline.spend(128)
    if (below - line > MAX_GAP || length++ > MAX_STACK) {
      isNew = false
      length = 0
    }
    below = line
    if (!folded.has(line)) isNew = true
    if (!isHead(line)) continue
    if (isNew) folded.delete(line)
    isNew = false
    length = 0
  }
}
