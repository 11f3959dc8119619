// A selection as the caller sees it: lines, cuts with their reasons, and what was saved.
import type { Deadline } from '../deadline.js'
import { type SplitText, splitText, toLines } from '../text/lines.js'
import { sampleTokens } from '../tokens/estimate.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'
import type {
  Explanation,
  Line,
  LineParts,
  PrunedBlock,
  PruneResult,
  PruneWarning,
  SourceType,
} from '../types.js'

/** What is the same for every outcome of a prune. */
export interface ResultMeta {
  readonly sourceType: SourceType
  readonly warnings: readonly PruneWarning[]
  readonly scorer: string
}

export interface Selected {
  readonly split: SplitText
  readonly kept: Uint8Array
  readonly repeats: Int32Array
  /** How each line is shown: pieces and their marks for shortened lines. */
  readonly tokens: Float32Array
  readonly textTokens: number
  readonly parts: readonly LineParts[]
  readonly absent: PruneResult['absent']
  readonly counted: PruneResult['counted']
  readonly foldedWarnings: number
  readonly foldedErrors: number
  readonly droppedErrors: number
  readonly members?: PruneResult['members']
  readonly expectedMiss: number
  readonly notWidened: number
  readonly explanation: Explanation
  readonly deadline: Deadline
}

export function pruned(selected: Selected, meta: ResultMeta): PruneResult {
  const {
    split,
    kept,
    tokens,
    textTokens,
    parts,
    absent,
    counted,
    foldedWarnings,
    foldedErrors,
    droppedErrors,
    explanation,
  } = selected
  const blocks = blocksOf(kept, selected.repeats, selected.deadline)
  let after = blocks.length * MARK_TOKENS
  let keptLines = 0
  for (let i = 0; i < kept.length; i++) {
    if ((i & 1023) === 0) selected.deadline.spend(2048)
    if (kept[i] === 0) continue
    after += tokens[i]!
    keptLines++
  }
  const prunedLines = split.count - keptLines
  const lines = linesOnDemand(() => split)
  return {
    status: 'pruned',
    ...meta,
    get lines() {
      return lines()
    },
    blocks,
    parts,
    absent,
    counted,
    foldedWarnings,
    foldedErrors,
    droppedErrors,
    ...(selected.members === undefined ? {} : { members: selected.members }),
    ...(selected.notWidened > 0 && { notWidened: selected.notWidened }),
    explanation,
    stats: {
      originalLines: split.count,
      keptLines,
      prunedLines,
      prunedRatio: split.count === 0 ? 0 : prunedLines / split.count,
      tokensBefore: Math.ceil(textTokens),
      tokensAfter: Math.ceil(after),
      expectedMiss: selected.expectedMiss,
    },
  }
}

/** The text unchanged. */
export function unpruned(
  text: string,
  count: number,
  status: 'unchanged' | 'fallback',
  meta: ResultMeta,
): PruneResult {
  const tokens = sampleTokens(text)
  const lines = linesOnDemand(() => splitText(text, undefined, count))
  return {
    status,
    ...meta,
    get lines() {
      return lines()
    },
    blocks: [],
    parts: [],
    absent: [],
    counted: [],
    foldedWarnings: 0,
    foldedErrors: 0,
    droppedErrors: 0,
    stats: {
      originalLines: count,
      keptLines: count,
      prunedLines: 0,
      prunedRatio: 0,
      tokensBefore: tokens,
      tokensAfter: tokens,
    },
  }
}

/** A string per line is expensive: they are created on access, so that a no-op is fast. */
function linesOnDemand(split: () => SplitText): () => readonly Line[] {
  let lines: readonly Line[] | undefined
  return () => {
    lines ??= toLines(split())
    return lines
  }
}

function blocksOf(kept: Uint8Array, repeats: Int32Array, deadline: Deadline): PrunedBlock[] {
  const blocks: PrunedBlock[] = []
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) continue
    const start = i
    let repeated = 0
    for (; i < kept.length && kept[i] === 0; i++) {
      if ((i & 1023) === 0) deadline.spend(4096)
      if (repeats[i] !== 0) repeated++
    }
    deadline.spend(64)
    const lines = { startLine: start + 1, endLine: i }
    if (repeated === 0) blocks.push({ ...lines, reason: 'hors focus' })
    else blocks.push({ ...lines, reason: `répétition ×${repeated}`, repeats: repeated })
  }
  return blocks
}
