// A text too small to gain is shown whole. The engine would decide the same, but loading it takes longer.
import { countLines, isLeftAlone, sampleTokens } from '@jeeves/pruner/count'
import type { PruneReply, PruneTextRequest } from './ask-request.js'

/** As the engine answers it; `undefined` where the engine has to be asked. */
export function tinyTextReply(request: PruneTextRequest): PruneReply | undefined {
  const { mode, view, wantsRange, minKeepLines } = request
  const isPlain = (view?.style ?? 'model') === 'model' && mode !== 'condense' && !wantsRange
  if (!isPlain || minKeepLines !== undefined || !isLeftAlone(request)) return undefined
  return wholeReply(request.text)
}

/** All of a text, uncut. */
export function wholeReply(text: string): PruneReply {
  const originalLines = countLines(text)
  const tokens = sampleTokens(text)
  return {
    status: 'unchanged',
    text,
    keptLines: Array.from({ length: originalLines }, (_, i) => i + 1),
    annotations: [],
    remarks: [],
    stats: {
      originalLines,
      keptLines: originalLines,
      prunedLines: 0,
      prunedRatio: 0,
      tokensBefore: tokens,
      tokensAfter: tokens,
    },
    warnings: [],
  }
}
