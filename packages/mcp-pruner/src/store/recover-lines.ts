// Extracts ranges of lines from a stored text without splitting it: it may be large, the ranges are few.
import type { LineRange } from '@jeeves/contracts'
import type { LineRequest } from './line-requests.js'

export type RecoveredLines =
  | {
      readonly text: string
      /** As given, with each end limited to the last line. */
      readonly ranges: LineRange[]
    }
  | {
      readonly problem: string
      /** The range at fault. */
      readonly index: number
      readonly maxLine: number
    }

/** Ranges may overlap, so their total has its own limit. */
const MAX_CHARS = 33_554_432
const NUMBER_CHARS = 10

export interface LineOptions {
  readonly withNumbers?: boolean
  /** The last line keeps its ending wherever it stands. */
  readonly isExact?: boolean
  /** Called with the number of characters before any of it is built, and may throw. */
  readonly reserve?: ((chars: number) => void) | undefined
}

/**
 * The ranges in their order, each beginning on a new line; no ranges means all lines. Lines keep their
 * endings, except that the last one has none unless it is the text's own last line.
 */
export function recoverLines(
  text: string,
  ranges: readonly LineRequest[],
  { withNumbers = false, isExact = false, reserve }: LineOptions = {},
): RecoveredLines {
  const wanted: readonly LineRequest[] =
    ranges.length > 0 ? ranges : [{ start_line: 1, end_line: Number.MAX_SAFE_INTEGER }]
  const lines = findLines(text, wanted)
  const maxLine = lines.count
  const places: Span[] = []
  let chars = 0
  for (const [index, range] of wanted.entries()) {
    const place = placeOf(range, lines)
    if ('problem' in place) return { ...place, index, maxLine }
    const { from, to, last } = place
    chars += to - from + (withNumbers ? (last - range.start_line + 1) * NUMBER_CHARS : 0)
    if (chars > MAX_CHARS) {
      return { problem: `the ranges contain more than ${MAX_CHARS} characters`, index, maxLine }
    }
    places.push(place)
  }
  reserve?.(chars)

  const parts: string[] = []
  let between = ''
  for (const [index, { range, from, to }] of places.entries()) {
    const { start_line, start_column, end_column } = range
    const ending = /\r?\n$/.exec(text.slice(Math.max(from, to - 2), to))?.[0] ?? ''
    const whole = text.slice(from, to - ending.length)
    const part = columnsOf(whole, start_column, end_column)
    if (part === undefined) {
      const problem = `columns ${start_column}-${end_column}: line ${start_line} has ${whole.length}`
      return { problem, index, maxLine }
    }
    parts.push(between, withNumbers && maxLine > 0 ? numbered(part, start_line) : part)
    between = ending || '\n'
    const isToTheEnd = (isExact || to === text.length) && index === places.length - 1
    if (isToTheEnd && end_column === undefined && !withNumbers) parts.push(ending)
  }
  const clamped = places.map(({ range, last }) => ({
    start_line: range.start_line,
    end_line: last,
  }))
  return { text: parts.join(''), ranges: clamped }
}

interface Span {
  readonly range: LineRequest
  /** With its end limited to the last line. */
  readonly last: number
  readonly from: number
  readonly to: number
}

function placeOf(
  range: LineRequest,
  lines: ReturnType<typeof findLines>,
): Span | { readonly problem: string } {
  const { start_line, end_line } = range
  const isOpen = end_line === Number.MAX_SAFE_INTEGER
  const place = `start_line=${start_line}${isOpen ? '' : `, end_line=${end_line}`}`
  if (start_line < 1 || end_line < start_line) {
    return { problem: `${place}: use 1 <= start_line <= end_line` }
  }
  if (start_line > Math.max(1, lines.count)) {
    return { problem: `${place}: the text has ${lines.count} lines` }
  }
  const last = Math.max(1, Math.min(end_line, lines.count))
  return { range, last, from: lines.startOf(start_line), to: lines.startOf(last + 1) }
}

/** `undefined` when there are no such columns. */
function columnsOf(line: string, first = 1, last = Number.MAX_SAFE_INTEGER): string | undefined {
  if (first === 1 && last === Number.MAX_SAFE_INTEGER) return line
  if (first < 1 || last < first || first > Math.max(1, line.length)) return undefined
  return line.slice(first - 1, last)
}

/** Each line with its number before it; a last line without its ending. */
export function numbered(part: string, firstLine: number): string {
  let line = firstLine
  return `${line}│ ${part.replaceAll('\n', () => `\n${++line}│ `)}`
}

/** How many lines there are, and the offsets of those at the edges of the ranges, found in one pass. */
function findLines(text: string, ranges: readonly LineRange[]) {
  const edges = new Set(ranges.flatMap(({ start_line, end_line }) => [start_line, end_line + 1]))
  const starts = new Map<number, number>()
  let count = 0
  for (let at = 0; at < text.length; ) {
    count += 1
    if (edges.has(count)) starts.set(count, at)
    const newline = text.indexOf('\n', at)
    at = newline === -1 ? text.length : newline + 1
  }
  return { count, startOf: (line: number) => starts.get(line) ?? text.length }
}
