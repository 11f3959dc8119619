// A selection as the caller sees it: lines, cuts with their reasons, and what was saved.
import { compactMarker } from './render/compact.js'
import { type SplitText, splitText, toLines } from './split/lines.js'
import { sampleTokens, tokensIn } from './tokens/estimate.js'
import type { Line, PrunedBlock, PruneResult, PruneWarning, SourceType } from './types.js'

export function pruned(
  split: SplitText,
  sourceType: SourceType,
  kept: Uint8Array,
  repeats: Int32Array,
  tokens: Float32Array,
  warnings: readonly PruneWarning[],
  scorer: string,
): PruneResult {
  const blocks = blocksOf(kept, repeats)
  let before = 0
  let after = 0
  let keptLines = 0
  for (let i = 0; i < kept.length; i++) {
    before += tokens[i]!
    if (kept[i] === 0) continue
    after += tokens[i]!
    keptLines++
  }
  for (const block of blocks) {
    const marker = `${compactMarker(block)}\n`
    after += tokensIn(marker, 0, marker.length)
  }
  const prunedLines = split.count - keptLines
  const lines = linesOnDemand(() => split)
  return {
    status: 'pruned',
    sourceType,
    get lines() {
      return lines()
    },
    blocks,
    stats: {
      originalLines: split.count,
      keptLines,
      prunedLines,
      prunedRatio: split.count === 0 ? 0 : prunedLines / split.count,
      tokensBefore: Math.ceil(before),
      tokensAfter: Math.ceil(after),
    },
    warnings,
    scorer,
  }
}

/** The text as it came. */
export function unpruned(
  text: string,
  count: number,
  sourceType: SourceType,
  status: 'unchanged' | 'fallback',
  warnings: readonly PruneWarning[],
  scorer: string,
): PruneResult {
  const tokens = sampleTokens(text)
  const lines = linesOnDemand(() => splitText(text, undefined, count))
  return {
    status,
    sourceType,
    get lines() {
      return lines()
    },
    blocks: [],
    stats: {
      originalLines: count,
      keptLines: count,
      prunedLines: 0,
      prunedRatio: 0,
      tokensBefore: tokens,
      tokensAfter: tokens,
    },
    warnings,
    scorer,
  }
}

/** A string a line is dear: they are made when someone looks, so that a no-op is over at once. */
function linesOnDemand(split: () => SplitText): () => readonly Line[] {
  let lines: readonly Line[] | undefined
  return () => {
    lines ??= toLines(split())
    return lines
  }
}

function blocksOf(kept: Uint8Array, repeats: Int32Array): PrunedBlock[] {
  const blocks: PrunedBlock[] = []
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) continue
    const start = i
    let repeated = 0
    for (; i < kept.length && kept[i] === 0; i++) if (repeats[i] !== 0) repeated++
    const lines = { startLine: start + 1, endLine: i }
    if (repeated === 0) blocks.push({ ...lines, reason: 'hors focus' })
    else blocks.push({ ...lines, reason: `répétition ×${repeated}`, repeats: repeated })
  }
  return blocks
}
