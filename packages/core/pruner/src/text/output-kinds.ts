// Kinds of lines in tool output: files and hunks of a diff.
import type { Deadline } from '../deadline.js'
import { Kind, opening, opensAt } from './line-kinds.js'
import type { SplitText } from './lines.js'

const hunkHead = opening(/(?:diff --git |@@ -\d)/y, 'd@')

const MAX_BARE_LENGTH = 40
/** Brackets and rules, also after the sign of a diff; no letter and no digit. */
const barePattern = /^[-+ ]?\s*[[\]{}(),;:=*#~_.|+-]*\s*$/

function isBare({ text, starts, ends }: SplitText, line: number): boolean {
  const from = starts[line]!
  const end = ends[line]!
  return end - from <= MAX_BARE_LENGTH && barePattern.test(text.slice(from, end))
}

/** Of tool output only a diff has named parts: its files and their hunks. */
export function kindsOfOutput(
  split: SplitText,
  indents: Int32Array,
  deadline: Deadline,
): { kinds: Uint8Array; levels: Uint8Array } {
  const kinds = new Uint8Array(split.count)
  const levels = new Uint8Array(split.count)
  for (let i = 0; i < split.count; i++) {
    deadline.spend(8)
    if (indents[i]! < 0) continue
    kinds[i] = isBare(split, i) ? Kind.Closer : Kind.Plain
    if (indents[i] !== 0 || !opensAt(hunkHead, split.text, split.starts[i]!)) continue
    kinds[i] = Kind.Heading
    levels[i] = split.text.charCodeAt(split.starts[i]!) === 64 ? 2 : 1
  }
  return { kinds, levels }
}
