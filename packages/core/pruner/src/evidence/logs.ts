// In tool output: every line that reports a failure, what belongs to it, and its
// heading; the first line and the last, which are the command's and its summary's.
import type { Deadline } from '../deadline.js'
import type { Family } from '../text/family.js'
import { Kind } from '../text/line-kinds.js'
import type { SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import type { WordIndex } from '../text/words.js'
import { announces, isContinuation, opensComparison, opensTraceback } from './continuation.js'
import { Evidence } from './evidence.js'
import { Protection } from './levels.js'
import { namedEntries } from './named-entries.js'
import { protectHeadings } from './outline.js'
import { quotedSource } from './quoted-source.js'
import { foldRepeats } from './repeats.js'
import { shownFiles } from './shown-files.js'
import { type EvidenceLine, type FoldedWarnings, foldWarnings } from './warnings.js'

/** How far a stack or a quotation is followed below its first line. */
const MAX_CONTINUATION = 60
/** How far up the heading of an indented complaint is searched. */
const MAX_HEADING = 40

export interface LogOptions {
  readonly family: Family
  /** The words of the call that returned the text. */
  readonly context?: string
  /** Whether every line of evidence stays, however often it is repeated. */
  readonly keepsRepeats: boolean
  /** Words that mark a warning as asked about, or that all were asked about. */
  readonly askedWarnings: ReadonlySet<string> | 'all'
}

/** Returns the warnings that are like others, unless all of them stay. */
export function protectLogs(
  split: SplitText,
  words: WordIndex,
  structure: Structure,
  levels: Uint8Array,
  repeats: Int32Array,
  options: LogOptions,
  deadline: Deadline,
): FoldedWarnings | undefined {
  const { keepsRepeats, askedWarnings } = options
  const { indents } = structure
  const found = markEvidence(split, words, structure, options, levels, deadline)
  const warnings =
    keepsRepeats || askedWarnings === 'all'
      ? undefined
      : foldWarnings(split, found, askedWarnings, levels, indents, deadline)
  const evidence = found.map(({ line }) => line).filter((line) => !warnings?.likes[line])
  for (const [line, group] of keepsRepeats ? [] : foldRepeats(split, evidence, deadline)) {
    deadline.spend(32)
    repeats[line] = group
    levels[line] = Protection.None
  }
  for (const line of evidence) {
    deadline.spend(64)
    if (repeats[line] === 0) protectHeading(line, indents, levels)
  }
  protectHeadings(structure, levels, deadline)
  // Data has no summary line.
  if (options.family === 'data') return warnings
  raise(levels, firstSolid(indents, 0, 1), Protection.Preamble)
  raise(levels, firstSolid(indents, split.count - 1, -1), Protection.Preamble)
  return warnings
}

/** Consecutive lines that may interrupt a stack without ending it, and equal lines in a comparison. */
const MAX_MISSES = 3
const MAX_ALIKE = 16
/** How many lines that are only indented deeper are taken for details. */
const MAX_DETAILS = 12
/** Lines above the exception that ends a traceback: where it was raised. */
const RAISED = 6

function markEvidence(
  split: SplitText,
  words: WordIndex,
  { indents, kinds, owners }: Structure,
  options: LogOptions,
  levels: Uint8Array,
  deadline: Deadline,
): EvidenceLine[] {
  const evidence = new Evidence(split, words)
  const isQuoted = quotedSource(split, options.family)
  const entries = namedEntries(split, options)
  const isShown = shownFiles(split, options.context)
  const found: EvidenceLine[] = []
  let opened = -1 // the line of evidence whose stack, quotation or details may continue
  let last = -1
  let traceback = -1 // the line that opened the traceback whose exception is still to come
  let misses = MAX_MISSES
  for (let i = 0; i < split.count; i++) {
    deadline.spend(Math.min(2000, split.ends[i]! - split.starts[i]!) * 2 + 64)
    // A changed line that mentions an error reports none, nor does the context of a hunk.
    if (kinds[i] === Kind.Heading) continue
    if (owners[i]! >= 0 && kinds[owners[i]!] === Kind.Heading && isChange(split, i)) continue
    if (isQuoted(i) || entries.isOfCommit(i) || isShown(i)) continue
    const isRaised = traceback >= 0 && indents[i]! >= 0 && indents[i]! <= indents[traceback]!
    const isTrouble = isRaised || evidence.has(i)
    // Most lines are no evidence and continue nothing: no further checks are needed.
    if (!isTrouble && (opened < 0 || indents[i]! < 0)) continue
    if (entries.isEntry(i)) continue
    if (isRaised) {
      levels.fill(Protection.Context, Math.max(last + 1, i - RAISED), i)
      traceback = -1
    }
    if (isTrouble) {
      opened = i
      misses = MAX_MISSES
      if (opensTraceback(split, i)) traceback = i
    } else if (i - opened > MAX_CONTINUATION || i - last > misses + 1) {
      opened = -1
      continue
    } else if (!isContinuation(split, i) && !isDetail(split, indents, opened, last, i)) continue
    if (opened !== i) levels.fill(Protection.Context, last + 1, i)
    if (opensComparison(split, i)) misses = MAX_ALIKE
    levels[i] = Protection.Evidence
    found.push({ line: i, head: opened })
    last = i
  }
  return found
}

/** A line of a hunk: unchanged, added or removed; conflict marks aside. */
function isChange({ text, starts }: SplitText, line: number): boolean {
  const at = starts[line]!
  const unit = text.charCodeAt(at)
  if (unit !== 43 && unit !== 45 && unit !== 32) return false
  return !/^[+ ][ +]?(?:<{7}|={7}|>{7})/.test(text.slice(at, at + 12))
}

/** Indented under the complaint, or introduced by the previous line with a colon. */
function isDetail(
  split: SplitText,
  indents: Int32Array,
  opened: number,
  last: number,
  line: number,
): boolean {
  if (line - opened > MAX_DETAILS) return false
  return indents[line]! > indents[opened]! || (last === opened && announces(split, opened))
}

/** The heading of an indented line. */
function protectHeading(line: number, indents: Int32Array, levels: Uint8Array): void {
  const indent = indents[line]!
  if (indent <= 0) return
  for (let above = line - 1; above >= Math.max(0, line - MAX_HEADING); above--) {
    if (levels[above] === Protection.Evidence && indents[above]! <= indent) return
    if (indents[above]! < 0 || indents[above]! >= indent) continue
    raise(levels, above, Protection.Context)
    return
  }
}

function firstSolid(indents: Int32Array, from: number, step: 1 | -1): number {
  let line = from
  while (line >= 0 && line < indents.length && indents[line]! < 0) line += step
  return line
}

function raise(levels: Uint8Array, line: number, level: number): void {
  if (line >= 0 && line < levels.length && levels[line]! < level) levels[line] = level
}
