// A selection as the caller sees it: lines, cuts with their reasons, and what was saved.
import type { Deadline } from '../deadline.js'
import { shownTokens } from '../select/fill-gaps.js'
import { type SplitText, splitText, toLines } from '../text/lines.js'
import { sampleTokens } from '../tokens/estimate.js'
import type { Line, PrunedBlock, PruneResult, PruneStats } from '../types.js'

/** What is the same for every outcome of a prune. */
export type ResultMeta = Pick<PruneResult, 'sourceType' | 'warnings' | 'scorer'>

/** The parts of an answer besides its lines. */
export type ResultNotes = Omit<
  PruneResult,
  'status' | 'lines' | 'blocks' | 'stats' | keyof ResultMeta
>

export interface Selected {
  readonly split: SplitText
  readonly kept: Uint8Array
  readonly repeats: Int32Array
  /** How each line is shown: pieces and their marks for shortened lines. */
  readonly tokens: Float32Array
  readonly textTokens: number
  readonly expectedMiss: number
  readonly deadline: Deadline
}

export function pruned(selected: Selected, notes: ResultNotes, meta: ResultMeta): PruneResult {
  const { split, kept, tokens, textTokens, expectedMiss, deadline } = selected
  const blocks = blocksOf(kept, selected.repeats, deadline)
  const cutLines = blocks.reduce((sum, { startLine, endLine }) => sum + endLine + 1 - startLine, 0)
  const after = shownTokens(kept, tokens)
  deadline.spend(2 * kept.length)
  const stats = {
    ...statsOf(split.count, split.count - cutLines, Math.ceil(textTokens), Math.ceil(after)),
    expectedMiss,
  }
  return withLines({ status: 'pruned', ...meta, blocks, ...notes, stats }, () => split)
}

/** The text unchanged. */
export function unpruned(
  text: string,
  count: number,
  status: 'unchanged' | 'fallback',
  meta: ResultMeta,
): PruneResult {
  const tokens = sampleTokens(text)
  const stats = statsOf(count, count, tokens, tokens)
  const result = { status, ...meta, blocks: [], ...NO_NOTES, stats }
  return withLines(result, () => splitText(text, undefined, count))
}

const NO_NOTES: ResultNotes = {
  parts: [],
  absent: [],
  counted: [],
  foldedWarnings: 0,
  foldedErrors: 0,
  droppedErrors: 0,
}

const statsOf = (
  originalLines: number,
  keptLines: number,
  tokensBefore: number,
  tokensAfter: number,
): PruneStats => {
  const prunedLines = originalLines - keptLines
  const prunedRatio = originalLines === 0 ? 0 : prunedLines / originalLines
  return { originalLines, keptLines, prunedLines, prunedRatio, tokensBefore, tokensAfter }
}

/** A string per line is expensive: they are created on access, so that a no-op is fast. */
function withLines(result: Omit<PruneResult, 'lines'>, split: () => SplitText): PruneResult {
  let lines: readonly Line[] | undefined
  return {
    ...result,
    get lines() {
      lines ??= toLines(split())
      return lines
    },
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
