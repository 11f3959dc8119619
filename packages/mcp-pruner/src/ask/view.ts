// A pruned text as its reader sees it. This is the one place where lines are numbered and cuts are marked.
import {
  type Annotation,
  type CanonicalOptions,
  joinLines,
  keptLines,
  type Prunable,
  type PrunedBlock,
  renderCanonical,
  renderCompact,
} from '@jeeves/pruner'
import { estimateTokens } from '@jeeves/pruner/count'
import type { PruneView } from './ask-request.js'

export interface Viewed {
  readonly text: string
  readonly annotations: readonly Annotation[]
  readonly kept: readonly number[]
}

/** `firstLine` is the line number of the text's first line in its source. */
export function viewOf(result: Prunable, view: PruneView, firstLine: number): Viewed {
  if (view.style === 'canonical') return canonical(result, view)
  const kept = keptLines(result)
  if (view.style === 'filtered') return { text: filtered(result), annotations: [], kept }
  return {
    text: renderCompact(result, { firstLine, numbers: view.numbers === true }),
    annotations: [],
    kept,
  }
}

/** The swe-pruner format: each cut as one line `(filtered N lines)`. */
function filtered({ lines, blocks }: Prunable): string {
  const parts: string[] = []
  let next = 1
  const keepUntil = (end: number) => {
    for (const line of lines.slice(next - 1, end - 1)) parts.push(line.text, line.ending)
  }
  for (const { startLine, endLine } of blocks) {
    keepUntil(startLine)
    // The ending of the last cut line: a text without a final newline stays without one.
    parts.push(`(filtered ${endLine - startLine + 1} lines)`, lines[endLine - 1]?.ending ?? '\n')
    next = endLine + 1
  }
  keepUntil(lines.length + 1)
  return parts.join('')
}

function canonical(result: Prunable, options: CanonicalOptions): Viewed {
  const worthwhile = withoutCostlyCuts(result)
  return { ...renderCanonical(worthwhile, options), kept: keptLines(worthwhile) }
}

/** Longer cuts nearly always save tokens, so they are accepted without counting. */
const CHARS_OF_A_TOKEN = 12

/**
 * Tokens of an audit mark, which vary with its id and its numbers: one figure for all, so that the same text loses
 * the same lines under every id.
 */
const AUDIT_MARK_TOKENS = 43

/**
 * The engine prices cuts by its own short mark; the audit mark is several times as long, and a cut that saves
 * less than that would make the text grow.
 */
function withoutCostlyCuts({ lines, blocks }: Prunable): Prunable {
  const isWorthIt = ({ startLine, endLine }: PrunedBlock) => {
    const cut = joinLines(lines.slice(startLine - 1, endLine))
    const isLong = cut.length > AUDIT_MARK_TOKENS * CHARS_OF_A_TOKEN
    return isLong || estimateTokens(cut) > AUDIT_MARK_TOKENS
  }
  return { lines, blocks: blocks.filter(isWorthIt) }
}
