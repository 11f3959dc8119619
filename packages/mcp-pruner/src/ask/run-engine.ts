// The one call of the engine, from request to rendered reply. It runs in whichever thread calls it: a worker,
// or the main thread for small texts.
import {
  closingRemarks,
  type PruneRequest,
  type PruneResult,
  prune,
  type Scorer,
} from '@jeeves/pruner'
import { estimateTokens } from '@jeeves/pruner/count'
import { defaultScorer } from '@jeeves/pruner/node'
import type { PruneReply, PruneTextRequest, PruneView } from './ask-request.js'
import { densestRange } from './densest-range.js'
import { printedFile } from './printed-file.js'
import { viewOf } from './view.js'

export { evidenceLines } from '@jeeves/pruner'

/** The options that decide which lines are kept. */
export type EngineQuestion = Omit<PruneTextRequest, 'timeoutMs' | 'view' | 'wantsRange'>

export interface EngineRun {
  readonly timeLeftMs: number
  /** Called at each deadline check; true ends the job as if its time were up. */
  readonly isCancelled?: (() => boolean) | undefined
  /** Default: the trained scorer. */
  readonly scorer?: Scorer
}

export function askEngine(request: EngineQuestion, run: EngineRun): PruneResult {
  const { timeLeftMs, isCancelled = () => false, scorer = defaultScorer() } = run
  const now = () => (isCancelled() ? Number.POSITIVE_INFINITY : performance.now())
  const deadline = performance.now() + timeLeftMs
  return prune(engineRequest(request), { now, deadline, scorer })
}

function engineRequest({ question: goal, context, ...request }: EngineQuestion): PruneRequest {
  const common = { ...request, goal }
  if (context === undefined) return common
  const printed = request.origin === 'explicit' ? printedFile(context) : undefined
  return printed === undefined ? { ...common, context } : { ...common, fileName: printed }
}

/** Reads the weights, so that the first answer does not wait for them. Returns what is missing. */
export const loadEngine = (): Scorer['warning'] => defaultScorer().warning

/** How often a smaller answer is tried when the first exceeds its bound. */
const MAX_TRIES = 4
/** Tokens of the closing line without its remarks. */
const CLOSING_TOKENS = 36
const MIN_ANSWER = 8

export function runEngine(
  request: Omit<PruneTextRequest, 'timeoutMs'>,
  timeLeftMs: number,
  isCancelled?: () => boolean,
): PruneReply {
  const ends = performance.now() + timeLeftMs
  const { maxTokens } = request
  let reply = runOnce(request, timeLeftMs, isCancelled)
  if (maxTokens === undefined || request.mode === 'condense') return reply
  let bound = maxTokens
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    const shown = tokensShown(reply)
    if (reply.status !== 'pruned' || shown <= maxTokens) return reply
    bound = Math.max(CLOSING_TOKENS + MIN_ANSWER, Math.floor((bound * maxTokens * 0.95) / shown))
    reply = runOnce({ ...request, maxTokens: bound }, ends - performance.now(), isCancelled)
  }
  // Optional extras are dropped first; numbers and remarks stay if that is not enough either.
  const { widen, view: _, ...plain } = request
  const isPlain = reply.status !== 'pruned' || tokensShown(reply) <= maxTokens
  const last = isPlain ? reply : runOnce(plain, ends - performance.now(), isCancelled)
  const fits = tokensShown({ ...last, remarks: [] }) <= maxTokens
  if (fits) return withFewerRemarks(last, maxTokens)
  return widen === undefined ? reply : last
}

const tokensShown = ({ text, remarks }: PruneReply): number =>
  estimateTokens(text) + estimateTokens(remarks.join('; ')) + CLOSING_TOKENS

/** The first remarks are those without which an answer would look complete. */
function withFewerRemarks(reply: PruneReply, maxTokens: number): PruneReply {
  let { remarks } = reply
  while (remarks.length > 0 && tokensShown({ ...reply, remarks }) > maxTokens)
    remarks = remarks.slice(0, -1)
  return { ...reply, remarks }
}

function runOnce(
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
  const shownAs = status === 'unchanged' ? withoutNumbers(view) : view
  const { text, annotations, kept } = viewOf(result, shownAs, request.firstLine ?? 1)
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

/** A text shown whole is returned unchanged. */
const withoutNumbers = (view: PruneView): PruneView =>
  view.style === 'model' ? { style: 'model' } : view
