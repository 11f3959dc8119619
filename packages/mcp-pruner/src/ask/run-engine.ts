// One text from request to rendered reply. It runs wherever it is called: in a worker, or here when the text
// is small.
import { closingRemarks, prune } from '@jeeves/pruner'
import { estimateTokens } from '@jeeves/pruner/count'
import { defaultScorer } from '@jeeves/pruner/node'
import type { PruneReply, PruneTextRequest } from './ask-request.js'
import { densestRange } from './densest-range.js'
import { viewOf } from './view.js'

/** `isCancelled` is asked at each look at the clock: the job ends as if its time were up. */
export function runEngine(
  {
    question,
    view = { style: 'model' },
    wantsRange = false,
    ...request
  }: Omit<PruneTextRequest, 'timeoutMs'>,
  timeLeftMs: number,
  isCancelled: () => boolean = () => false,
): PruneReply {
  const now = () => (isCancelled() ? Number.POSITIVE_INFINITY : performance.now())
  const result = prune(
    { ...request, goal: question },
    { now, deadline: performance.now() + timeLeftMs, scorer: defaultScorer() },
  )
  const { warnings, stats, status, explanation, lines } = result
  if (status === 'fallback') {
    return {
      status,
      text: request.text,
      keptLines: [],
      annotations: [],
      remarks: [],
      stats,
      warnings,
    }
  }
  const { text, annotations, kept } = viewOf(result, view, request.firstLine ?? 1)
  const prunedLines = stats.originalLines - kept.length
  return {
    status: text === request.text ? 'unchanged' : 'pruned',
    text,
    keptLines: kept,
    annotations,
    remarks: status === 'pruned' && view.style === 'model' ? closingRemarks(result) : [],
    stats: {
      originalLines: stats.originalLines,
      keptLines: kept.length,
      prunedLines,
      prunedRatio: prunedLines / Math.max(1, stats.originalLines),
      tokensBefore: stats.tokensBefore,
      tokensAfter: text === request.text ? stats.tokensBefore : estimateTokens(text),
    },
    warnings,
    ...(wantsRange && explanation && { densest: densestRange(lines, explanation.chances) }),
  }
}
