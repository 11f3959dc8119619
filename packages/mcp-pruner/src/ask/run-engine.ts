// The one call of the engine, and one text from request to rendered reply. It runs wherever it is called: in a
// worker, or here when the text is small.
import {
  closingRemarks,
  type PruneRequest,
  type PruneResult,
  prune,
  type Scorer,
} from '@jeeves/pruner'
import { estimateTokens } from '@jeeves/pruner/count'
import { defaultScorer } from '@jeeves/pruner/node'
import type { PruneReply, PruneTextRequest } from './ask-request.js'
import { densestRange } from './densest-range.js'
import { printedFile } from './printed-file.js'
import { viewOf } from './view.js'

/** What decides which lines are kept. */
export type EngineQuestion = Omit<PruneTextRequest, 'timeoutMs' | 'view' | 'wantsRange'>

export interface EngineRun {
  readonly timeLeftMs: number
  /** Asked at each look at the clock: the job ends as if its time were up. */
  readonly isCancelled?: (() => boolean) | undefined
  /** Default: the learned one. */
  readonly scorer?: Scorer
}

export function askEngine(request: EngineQuestion, run: EngineRun): PruneResult {
  const { timeLeftMs, isCancelled = () => false, scorer = defaultScorer() } = run
  const now = () => (isCancelled() ? Number.POSITIVE_INFINITY : performance.now())
  const deadline = performance.now() + timeLeftMs
  return prune(engineRequest(request), { now, deadline, scorer })
}

function engineRequest({ question: goal, context, ...request }: EngineQuestion): PruneRequest {
  const asked = { ...request, goal }
  if (context === undefined) return asked
  const printed = request.origin === 'explicit' ? printedFile(context) : undefined
  return printed === undefined ? { ...asked, context } : { ...asked, fileName: printed }
}

export function runEngine(
  {
    view = { style: 'model' },
    wantsRange = false,
    ...request
  }: Omit<PruneTextRequest, 'timeoutMs'>,
  timeLeftMs: number,
  isCancelled?: () => boolean,
): PruneReply {
  const result = askEngine(request, { timeLeftMs, isCancelled })
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
      ...(stats.expectedMiss !== undefined && { expectedMiss: stats.expectedMiss }),
    },
    warnings,
    ...(wantsRange && explanation && { densest: densestRange(lines, explanation.chances) }),
  }
}
