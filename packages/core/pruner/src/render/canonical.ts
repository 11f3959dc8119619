// The audit form: one annotation per cut, and a marker line that matches the annotation exactly.
import type { PrunedBlock } from '../types.js'
import { lineEnding, type Prunable, walk } from './blocks.js'

export interface Annotation {
  readonly kind: 'pruned_block'
  readonly original_start_line: number
  readonly original_end_line: number
  readonly pruned_line_count: number
  readonly reason: string
  readonly marker: string
}

export interface CanonicalOptions {
  readonly pruneId: string
  /** Prefix kept lines with `N│ `; never the markers, which have no number of their own. */
  readonly annotateLines: boolean
  readonly includeMarkers: boolean
}

export function renderCanonical(
  result: Prunable,
  options: CanonicalOptions,
): { text: string; annotations: Annotation[] } {
  const ending = lineEnding(result.lines)
  const annotations: Annotation[] = []
  const parts: string[] = []
  walk(
    result,
    (line, number) => {
      parts.push(`${options.annotateLines ? `${number}│ ` : ''}${line.text}`, line.ending)
    },
    (block) => {
      const annotation = annotate(block, options.pruneId)
      annotations.push(annotation)
      const isLast = block.endLine === result.lines.length
      const after = isLast ? (result.lines.at(-1)?.ending ?? '') : ending
      if (options.includeMarkers) parts.push(annotation.marker, after)
      // A text without a final newline stays without one; an empty line is nothing without its own.
      else if (after === '' && parts.at(-2) !== '') parts.pop()
    },
  )
  return { text: parts.join(''), annotations }
}

function annotate(block: PrunedBlock, pruneId: string): Annotation {
  const { startLine, endLine } = block
  const count = endLine - startLine + 1
  const reason = oneLine(block.reason)
  return {
    kind: 'pruned_block',
    original_start_line: startLine,
    original_end_line: endLine,
    pruned_line_count: count,
    reason,
    marker: `⟦PRUNÉ: prune_id=${pruneId} lignes ${startLine}-${endLine} (${count}) raison=${reason}⟧`,
  }
}

/** A reason may quote the text; the marker must stay one line with a fixed end. */
function oneLine(reason: string): string {
  return reason.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('⟧', ')')
}
