// Cuts one text by lines to its share of the room: what went wrong stays, then the head and the tail.
import type { ResponseLimits } from '@jeeves/contracts'
import { type ShapedLines, shapeLines } from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'

/** The end of an error says what was wrong. */
export const ERROR_HEAD_SHARE = 0.1

export interface CutLinesOptions {
  readonly limits: ResponseLimits
  readonly isError: boolean
  /** Lines (1-based) that a question chose; they stand in for the evidence. */
  readonly chosen?: readonly number[] | undefined
  readonly others?: readonly number[] | undefined
}

export function cutLines(
  text: string,
  maxBytes: number,
  { limits, isError, chosen, others }: CutLinesOptions,
): ShapedLines {
  const wanted = chosen && new Set(chosen)
  const further = others && new Set(others)
  return shapeLines(text, {
    maxBytes: Math.max(maxBytes, 0),
    ...(wanted && { first: (line) => wanted.has(line + 1) }),
    ...(further && { keep: (line) => further.has(line + 1) }),
    ...(!wanted && { keep: lazily(() => evidenceLines(text)) }),
    ...(isError && { headShare: ERROR_HEAD_SHARE }),
    ...(!wanted && isLog(text) && { maxLines: limits.maxLogLines }),
  })
}

/** A text that fits is never asked for its evidence. */
function lazily(make: () => (line: number) => boolean): (line: number) => boolean {
  let made: ((line: number) => boolean) | undefined
  return (line) => {
    made ??= make()
    return made(line)
  }
}

const LOG_LINE =
  /^\s*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d|\[?\d{4}[-/]\d\d[-/]\d\d\]?[ \t,|-]*\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\b|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d|\S+ - - \[|\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\b|(?:time|ts|level)=|\{"(?:ts|time|timestamp|level)")/
const SAMPLED_LINES = 60

/** Most of its first lines begin as lines of a log do. */
export function isLog(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split('\n', SAMPLED_LINES)
    .filter((line) => line.trim() !== '')
  const marked = lines.filter((line) => LOG_LINE.test(line)).length
  return lines.length > 0 && marked * 2 > lines.length
}
