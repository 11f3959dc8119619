// Lines that only name things: entries of a listing, commit messages, lines quoted by `git blame`, and
// comments in settings. A file or a commit may be named after trouble; neither reports any.
import { isIn, unitTable } from '../text/characters.js'
import type { Family } from '../text/family.js'
import { lineText, type SplitText } from '../text/lines.js'
import { MESSAGE_CHARS } from './count-evidence.js'

/** As `ls -l`, `du`, `ps`, `git diff --stat` and `git blame` write them. */
const entryPattern =
  /^(?:[-dlcbps][rwxsStT-]{9}[.+@]? |[\d.]+[KMGTP]?\t\S+$| \S.{0,200} +\| +(?:\d+ ?[+-]*|Bin \d.*)$|\S{1,32} +\d+ +(?:\d+\.\d +\d+\.\d +\d+ +\d+ \S+ +[A-Z]|\d+ +\d+ \S+ +\S+ +\d\d:\d\d:\d\d )|\^?[\da-f]{7,40} (?:\S+ +)?\(.{1,80} \d{4}-\d\d-\d\d .{1,30} \d+\) )/
/** A path alone on its line, also above the entries of a folder. */
const pathPattern = /^[^\s:]*[/\\][^\s:]*:?$/
const commitPattern = /^(?:[*|\\/ ]{0,20})commit [\da-f]{7,64}\b/
/** Below a commit: its author and date, its message, and blank lines. */
const ofCommitPattern = /^[*|\\/ ]{0,20}(?:\w+: | {4}|$)/
const onelinePattern = /^[*|\\/ ]{0,20}[\da-f]{7,40} \S/
const logCommand = /\bgit\b[^|;&]{0,80}\b(?:log|shortlog|reflog|rev-list|cherry)\b/

const remarkPattern = /^\s*(?:#|;)(?:[\s#;]|$)/
const everyRemark = /^[ \t]*(?:#|;)(?:[ \t#;]|$)/gm
const everyLine = /^[ \t]*\S/gm
const LOOKED_AT = 16_384
const REMARKS_SHARE = 0.2

/** Settings contain comments; in other output hardly ever a fifth of the lines begin like that. */
function isFullOfRemarks(text: string): boolean {
  const seen = text.slice(0, LOOKED_AT)
  const remarks = seen.match(everyRemark)?.length ?? 0
  return remarks > 2 && remarks > REMARKS_SHARE * (seen.match(everyLine)?.length ?? 0)
}

export interface Listed {
  readonly family: Family
  /** The words of the call that returned the text. */
  readonly context?: string
}

export interface NamedEntries {
  /** For each line, in ascending order: whether it belongs to a commit. */
  isOfCommit(line: number): boolean
  /** For any line: whether it only names something else. */
  isEntry(line: number): boolean
}

/** The first characters of a line that opens a commit. */
const COMMIT_INITIALS = unitTable(/[*|\\/ c]/)

export function namedEntries(split: SplitText, { family, context = '' }: Listed): NamedEntries {
  const { text, units, starts } = split
  const isLog = logCommand.test(context)
  const isRemark = family !== 'test' && isFullOfRemarks(text) ? remarkPattern : undefined
  const textOf = (line: number) => lineText(split, line, MESSAGE_CHARS)
  let isUnderCommit = false
  return {
    isOfCommit(line) {
      if (!isUnderCommit && !isIn(COMMIT_INITIALS, units[starts[line]!]!)) return false
      const entry = textOf(line)
      isUnderCommit = commitPattern.test(entry) || (isUnderCommit && ofCommitPattern.test(entry))
      return isUnderCommit
    },
    isEntry(line) {
      const entry = textOf(line)
      if (entryPattern.test(entry) || isRemark?.test(entry)) return true
      if (isLog && onelinePattern.test(entry)) return true
      return family === 'search' && pathPattern.test(entry.trimEnd())
    },
  }
}
