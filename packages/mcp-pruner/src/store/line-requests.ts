// The ways to ask for cut lines: `{start_line, end_line}`, `"120-154"`, `"9:1201-2400"`
// for columns of one line, a mark's own number (`"119"` is the run cut just before line 119), `"end"` for
// the run cut at the end, and any list of these.
import type { LineRange } from '@jeeves/contracts'

/** Lines, or columns of one line; 1-based, both ends included. */
export interface LineRequest extends LineRange {
  readonly start_column?: number
  readonly end_column?: number
}

/** The run that was cut just before this line. */
export interface MarkRequest {
  readonly before: number | 'end'
}

export type WantedLines = LineRequest | MarkRequest

export type ReadRequests =
  | { readonly ok: true; readonly wanted: readonly WantedLines[] }
  | { readonly ok: false; readonly problem: string }

const LINES = /^(?:lines?\s*)?(\d{1,12})\s*(?:-|–|\.\.|:|to)\s*(\d{1,12})$/i
const COLUMNS = /^(\d{1,12}):(\d{1,12})\s*(?:-|–|\.\.)\s*(\d{1,12})$/
const MARK = /^…?#*(\d{1,12}):?$/
const END = /^…?#*end$/i
const HOW = 'write "120-154" for lines, "119" for those cut before line 119'

export function readLineRequests(ranges: unknown): ReadRequests {
  const wanted: WantedLines[] = []
  for (const range of listOf(ranges)) {
    const read = typeof range === 'string' ? readWritten(range.trim()) : readObject(range)
    if (read === undefined) {
      const given = JSON.stringify(range)?.slice(0, 100) ?? String(range)
      return { ok: false, problem: `ranges: ${given} is not a range: ${HOW}` }
    }
    wanted.push(read)
  }
  return { ok: true, wanted }
}

/** A list, one range, or comma-separated ranges. */
function listOf(ranges: unknown): unknown[] {
  if (ranges === undefined || ranges === null) return []
  const list = Array.isArray(ranges) ? ranges : [ranges]
  return list.flatMap((range: unknown) =>
    typeof range === 'string' ? range.split(/[,;]\s*/).filter((part) => part !== '') : [range],
  )
}

function readWritten(range: string): WantedLines | undefined {
  const columns = COLUMNS.exec(range)
  if (columns) {
    const line = Number(columns[1])
    const [start_column, end_column] = [Number(columns[2]), Number(columns[3])]
    return { start_line: line, end_line: line, start_column, end_column }
  }
  const lines = LINES.exec(range)
  if (lines) return { start_line: Number(lines[1]), end_line: Number(lines[2]) }
  const mark = MARK.exec(range)
  if (mark) return { before: Number(mark[1]) }
  return END.test(range) ? { before: 'end' } : undefined
}

function readObject(range: unknown): WantedLines | undefined {
  if (typeof range === 'number') return Number.isInteger(range) ? { before: range } : undefined
  if (typeof range !== 'object' || range === null) return undefined
  const { start_line, end_line, start_column, end_column } = range as Record<string, unknown>
  if (!Number.isInteger(start_line) || !Number.isInteger(end_line)) return undefined
  const lines = { start_line: start_line as number, end_line: end_line as number }
  if (start_column === undefined && end_column === undefined) return lines
  if (!Number.isInteger(start_column) || !Number.isInteger(end_column)) return undefined
  return { ...lines, start_column: start_column as number, end_column: end_column as number }
}
