// Warnings that nobody asked about: the first of each kind is shown, the others are counted. A line that
// also reports a failure is not just a warning, whatever it calls itself.
import type { Deadline } from '../deadline.js'
import { plainLine } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'
import { placedWarning } from '../text/places.js'
import { wordsOf } from '../text/words.js'
import { announces } from './continuation.js'
import { MESSAGE_CHARS, messageKind } from './count-evidence.js'
import { Protection } from './levels.js'
import { holdsWarningWord, reportsFailure } from './lexicon.js'

/** A line of evidence, and the line that opened what it belongs to. */
export interface EvidenceLine {
  readonly line: number
  readonly head: number
}

const levelPattern = /^\s*(?:⚠|W: |W\d{4} \d\d:|W\/\w)/
const rulePattern =
  /\[(-W[\w=+-]+)\]\s*$|\(([a-z]+(?:-[a-z]+)+)\)\s*$| {2,}([@a-z][\w@-]*(?:\/[\w-]+)*)\s*$/

export interface FoldedWarnings {
  /** For a line of a warning that is like an earlier one, 1 + the line of that one; otherwise 0. */
  readonly likes: Int32Array
  /** The lines that open such a warning. */
  readonly heads: readonly number[]
}

/** Removes the protection from warnings whose kind was shown before, and from what belongs to them. */
export function foldWarnings(
  split: SplitText,
  evidence: readonly EvidenceLine[],
  asked: ReadonlySet<string>,
  levels: Uint8Array,
  indents: Int32Array,
  deadline: Deadline,
): FoldedWarnings {
  const likes = new Int32Array(split.count)
  const heads: number[] = []
  const firsts = new Map<string, number>()
  for (let at = 0; at < evidence.length; at++) {
    const { line, head } = evidence[at]!
    if (line !== head) {
      if (likes[head] === 0) continue
      // The lines in between also belong to the warning.
      const from = evidence[at - 1]!.line + 1
      likes.fill(likes[head]!, from, line + 1)
      levels.fill(Protection.None, from, line + 1)
      continue
    }
    deadline.spend(256)
    const warning = asWarning(split, line)
    if (warning === undefined) continue
    const first = firsts.get(warning.kind)
    if (first === undefined) firsts.set(warning.kind, isAskedAbout(warning, asked) ? -1 : line)
    else if (first >= 0) {
      likes[line] = first + 1
      levels[line] = Protection.None
      heads.push(line)
    }
  }
  if (heads.length > 0) foldHeadings(split, likes, levels, indents, deadline)
  return { likes, heads }
}

/**
 * A file name above nothing but folded warnings, or `In function 'main':` before one, is folded with them, and
 * so do the blank lines above.
 */
function foldHeadings(
  split: SplitText,
  likes: Int32Array,
  levels: Uint8Array,
  indents: Int32Array,
  deadline: Deadline,
): void {
  let next = -1 // the solid line below
  let other = -1 // the indent of the nearest line below that is not folded
  for (let i = split.count - 1; i >= 0; i--) {
    if ((i & 1023) === 0) deadline.spend(4096)
    const indent = indents[i]!
    if (indent < 0) {
      if (next >= 0) likes[i] = likes[next]!
      continue
    }
    if (likes[i] === 0) {
      const isOver = next >= 0 && likes[next] !== 0 && levels[i] !== Protection.Evidence
      const isHeading = isOver && indents[next]! > indent && other <= indent
      if (isHeading || (isOver && announces(split, i))) likes[i] = likes[next]!
      else other = indent
    }
    next = i
  }
}

interface Warning {
  /** The violated rule, otherwise the message. */
  readonly kind: string
  /** The message without numbers, paths and quoted names. */
  readonly message: string
}

function asWarning(split: SplitText, line: number): Warning | undefined {
  const text = plainLine(split, line, MESSAGE_CHARS)
  // After a location in a file the level comes from a compiler or a linter, and decides.
  const isPlaced = placedWarning.test(text)
  if (!isPlaced && !levelPattern.test(text) && !holdsWarningWord(text)) return undefined
  const message = messageKind(split, line)
  if (!isPlaced && reportsFailure(text, message)) return undefined
  const [, flag, symbol, rule] = rulePattern.exec(text) ?? []
  return { kind: flag ?? symbol ?? (isPlaced ? rule : undefined) ?? message, message }
}

function isAskedAbout({ kind, message }: Warning, asked: ReadonlySet<string>): boolean {
  return asked.size > 0 && wordsOf(`${kind} ${message}`).some((word) => asked.has(word))
}

/** How many cut warnings are like one that is kept. */
export function countFolded({ likes, heads }: FoldedWarnings, kept: Uint8Array): number {
  return heads.filter((line) => kept[line] === 0 && kept[likes[line]! - 1] === 1).length
}
