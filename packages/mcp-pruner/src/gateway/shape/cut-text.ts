// Cuts one text to its share of the room: by the question if there was one, else by lines.
import { type ShapedLines, shapeLines, textBytes } from '@jeeves/mcp-runtime'
import { countLines, evidenceLines } from '@jeeves/pruner'
import { isLog } from './recognise.js'
import type { ShapeContext } from './shape-context.js'

/** The end of an error says what was wrong. */
const ERROR_HEAD_SHARE = 0.1

export function cutText(
  text: string,
  maxBytes: number,
  { limits, isFocused, refocus }: ShapeContext,
  isError = false,
): ShapedLines {
  const focused = refocus && textBytes(text) > maxBytes ? refocus(maxBytes) : text
  const shaped = shapeLines(focused, {
    maxBytes: Math.max(maxBytes, 0),
    keep: evidenceLines(focused),
    ...(isError && { headShare: ERROR_HEAD_SHARE }),
    ...(!isFocused && isLog(text) && { maxLines: limits.maxLogLines }),
  })
  if (focused === text) return shaped
  return { ...shaped, truncated: true, totalLines: countLines(text) }
}
