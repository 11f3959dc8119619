// Something that a question can be asked of, line by line, and what its answer makes of it.
import type { PrunedText } from '../../ask/ask-request.js'
import type { Fields } from '../../rpc/message.js'
import type { Choice } from '../shape/shape-context.js'

/** An answer with what a question chose of it. */
export interface Focused {
  readonly result: Fields
  readonly choice: Choice
}

export interface Focusable {
  /** Empty: nothing to prune. */
  readonly text: string
  readonly apply: (pruned: PrunedText) => Focused | undefined
  /** What is kept, where that is not the answer as it came: marks name its lines. */
  readonly whole?: string
  /** `items`: one per line, and what went wrong is as good as what did not when there is little room. */
  readonly lines?: 'items'
}

export const NOTHING_TO_FOCUS: Focusable = { text: '', apply: () => undefined }

/** The lines (0-based) that are left; an engine behind HTTP gives back the text alone. */
export function keptOf(
  lines: readonly string[],
  { text, keptLines }: PrunedText,
): ReadonlySet<number> {
  if (keptLines) return new Set(keptLines.map((line) => line - 1))
  const left = new Set(text.split('\n'))
  return new Set(lines.flatMap((line, i) => (left.has(line) ? [i] : [])))
}
