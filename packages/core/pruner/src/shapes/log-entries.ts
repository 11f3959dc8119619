// The entries of a log, or of other output whose lines can be read alone: a line, and what is indented or untimed
// below it.
import { dayIn, type Moment, secondsOf } from '../question/time-window.js'
import { plainText } from '../text/ansi.js'
import { type Asking, lineOf } from './answer.js'

const SAMPLE = 200
const MIN_TIMED = 0.6
/** A time of day, or a date, near the beginning of a line. */
const TIMED =
  /^.{0,60}?(?<!\d)(?:\d{1,2}[:.]\d\d[:.]\d\d|\d{4}[-/.]\d\d[-/.]\d\d|\d{6} \d{6})(?!\d)/
/** `git blame` and `ls --full-time` print a time on each line, too. */
const LISTED = /^(?:\^?[\da-f]{7,40} |[-dlcbps][rwxsStT-]{9})/

type Lines = Pick<Asking, 'split' | 'structure'>

const isTimed = (line: string): boolean => TIMED.test(line) && !LISTED.test(line)

/** What is indented continues an entry: a statement, a stack. */
export function isLog({ split, structure }: Lines): boolean {
  const step = Math.max(1, Math.floor(split.count / SAMPLE))
  let solid = 0
  let timed = 0
  for (let i = 0; i < split.count; i += step) {
    if (structure.indents[i] !== 0) continue
    solid++
    if (isTimed(plainText(lineOf(split, i)))) timed++
  }
  return timed > 2 && timed >= MIN_TIMED * solid
}

const MAX_BLANK = 0.1
const MIN_UNINDENTED = 0.25

/** Manual pages and documents have paragraphs, whose lines mean little alone. */
export function isListed({ split, structure }: Lines): boolean {
  const step = Math.max(1, Math.floor(split.count / SAMPLE))
  const seen = { all: 0, blank: 0, unindented: 0 }
  for (let i = 0; i < split.count; i += step) {
    seen.all++
    if (structure.indents[i]! < 0) seen.blank++
    if (structure.indents[i] === 0) seen.unindented++
  }
  return seen.blank <= MAX_BLANK * seen.all && seen.unindented >= MIN_UNINDENTED * seen.all
}

const MAX_ENTRY_LINES = 30

/** The lines of the entry that a line opens. */
export function entryAt({ split, structure }: Lines, line: number): number[] {
  const { indents } = structure
  const lines = [line]
  for (let i = line + 1; i < split.count && lines.length < MAX_ENTRY_LINES; i++) {
    if (indents[i]! <= indents[line]!) break
    lines.push(i)
  }
  return lines
}

/** Spaces, or the branches of a tree, before a name. */
const BRANCHES = /^[\s│├└─┬|\x60+\\-]*/
const FARTHEST = 5000
/** So many entries are shown with the lines that they belong to. */
export const MAX_PLACED = 60

/** The lines that an entry of a listing belongs to: its file, the branches of a tree. */
export function pathTo({ split, structure }: Lines, line: number): number[] {
  const depthOf = (at: number) => BRANCHES.exec(lineOf(split, at))![0].length
  const path: number[] = []
  let depth = depthOf(line)
  for (let i = line - 1; i >= 0 && depth > 0 && line - i < FARTHEST; i--) {
    if (structure.indents[i]! < 0 || depthOf(i) >= depth) continue
    depth = depthOf(i)
    path.push(i)
  }
  return path
}

const CLOCK = /^.{0,60}?(?<![\d.])(\d{1,2}[:.]\d\d[:.]\d\d)/

/** When an entry was written. */
export function momentAt({ split }: Lines, line: number): Moment | undefined {
  const opening = plainText(lineOf(split, line)).slice(0, MAX_STAMP_LENGTH)
  const time = CLOCK.exec(opening)?.[1]
  return time === undefined ? undefined : { day: dayIn(opening), second: secondsOf(time) }
}
const MAX_STAMP_LENGTH = 100

/** What an entry begins with as far as its time, which other parts of the same message share. */
export function stampOf({ split }: Lines, line: number): string | undefined {
  const opening = plainText(lineOf(split, line)).slice(0, MAX_STAMP_LENGTH)
  return (CLOCK.exec(opening) ?? TIMED.exec(opening))?.[0]
}
