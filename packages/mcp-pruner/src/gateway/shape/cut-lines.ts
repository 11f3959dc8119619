// Cuts one text by lines to its share of the room: what went wrong stays, then the head and the tail.
import type { ResponseLimits } from '@jeeves/contracts'
import { type ShapedLines, shapeLines } from '@jeeves/mcp-runtime'
import { evidenceLines } from '@jeeves/pruner'
import { isLog } from './recognise.js'

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
