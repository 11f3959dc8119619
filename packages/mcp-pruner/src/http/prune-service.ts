// A text in, its pruned view out, with the whole kept for recovery. It fails open: whatever goes wrong on
// the way, the caller gets the text back, an id for it, and the cause. Only a full queue is an error.
import { pruneIdOf } from '@jeeves/mcp-runtime'
import { countLines, estimateTokens } from '@jeeves/pruner'
import type { EmitEvent } from '../process/events.js'
import { within } from '../process/within.js'
import {
  LARGE_CHARS,
  type PruneJob,
  type PrunePool,
  type PruneReply,
  type PruneView,
} from '../pruning/pool/prune-job.js'
import { PoolError } from '../pruning/pool/worker-pool.js'
import type { Recovery } from '../recovery/recovery.js'
import type { ServiceLimits } from './limits.js'
import type { ServiceMetrics } from './metrics.js'
import { OverloadedError } from './rpc/errors.js'

export type FallbackCause = 'timeout' | 'input_too_large' | 'constraints_unmet' | 'internal_error'

export interface PruneCall {
  readonly request: PruneJob['request']
  readonly view: (pruneId: string) => PruneView
  readonly timeoutMs: number
  readonly requestId: string
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export interface PruneOutcome {
  readonly pruneId: string
  readonly text: string
  readonly annotations: PruneReply['annotations']
  readonly keptLines: PruneReply['keptLines']
  readonly stats: PruneReply['stats']
  /** Set when `text` is the text as it came, for want of something better. */
  readonly fallback: FallbackCause | undefined
  /** Codes; the fallback's cause comes first. */
  readonly warnings: readonly string[]
  readonly elapsedMs: number
}

export interface InputLimit {
  readonly unit: 'bytes' | 'chars'
  readonly max: number
}

export interface PruneServiceParts {
  readonly pool: PrunePool
  readonly recovery: Recovery
  readonly metrics: ServiceMetrics
  readonly limits: ServiceLimits
  readonly inputLimit: InputLimit
  readonly emit: EmitEvent
  /** Told of every text that was pruned. */
  readonly called?: (outcome: PruneOutcome, call: PruneCall) => void
}

export interface PruneService {
  /** Throws `OverloadedError` when too much is waiting already. */
  refuseIfFull(): void
  prune(call: PruneCall): Promise<PruneOutcome>
}

export function createPruneService(parts: PruneServiceParts): PruneService {
  const { pool, recovery, metrics, limits, inputLimit, emit } = parts

  return { refuseIfFull, prune }

  function refuseIfFull(): void {
    if (pool.full) throw new OverloadedError(`${limits.queue} texts are waiting already`)
  }

  async function prune(call: PruneCall): Promise<PruneOutcome> {
    const started = performance.now()
    const { text } = call.request
    refuseIfFull()
    const pruneId = pruneIdOf(text)
    const [reply, keptAs] = await Promise.all([
      pruneOrSayWhyNot(call, pruneId),
      within(limits.storeMs, recovery.keep(text, pruneId)),
    ])
    const fallback = typeof reply === 'string' ? reply : undefined
    const view = typeof reply === 'string' ? whole(text) : reply
    if (fallback) metrics.fallback(fallback)
    metrics.tokens(view.stats.tokensBefore, view.stats.tokensAfter)
    if (keptAs === undefined) metrics.storeError('put')
    const outcome: PruneOutcome = {
      pruneId,
      text: view.text ?? text,
      annotations: view.annotations,
      keptLines: view.keptLines,
      stats: view.stats,
      fallback,
      warnings: [
        ...(fallback ? [fallback] : view.warnings),
        ...(keptAs === undefined ? ['recovery_unavailable'] : []),
      ],
      elapsedMs: Math.round(performance.now() - started),
    }
    parts.called?.(outcome, call)
    return outcome
  }

  async function pruneOrSayWhyNot(
    { request, view, timeoutMs, signal, requestId }: PruneCall,
    pruneId: string,
  ): Promise<PruneReply | FallbackCause> {
    if (tooLarge(request.text, inputLimit) || request.goal.length > limits.goalChars) {
      return 'input_too_large'
    }
    try {
      const reply = await pool.run(
        { request, view: view(pruneId) },
        {
          timeoutMs: Math.min(timeoutMs, limits.pruneMs),
          large: request.text.length > LARGE_CHARS,
          signal,
        },
      )
      if (reply.status !== 'fallback') return reply
      return reply.warnings.includes('timeout') ? 'timeout' : 'constraints_unmet'
    } catch (error) {
      if (error instanceof PoolError && error.code === 'timeout') return 'timeout'
      if (signal.aborted) return 'internal_error' // nobody is left to read it
      const message = error instanceof Error ? error.message : String(error)
      emit('warn', 'prune.failed', { request_id: requestId, data: { message } })
      return 'internal_error'
    }
  }
}

const tooLarge = (text: string, { unit, max }: InputLimit): boolean =>
  text.length > max || (unit === 'bytes' && Buffer.byteLength(text) > max)

/** The text as it is. A large one is measured by a part of it, because this runs on the main thread. */
function whole(text: string): PruneReply {
  const lines = countLines(text)
  const sample = text.slice(0, LARGE_CHARS)
  const scale = sample.length === 0 ? 0 : text.length / sample.length
  const tokens = Math.ceil(estimateTokens(sample) * scale)
  return {
    status: 'fallback',
    warnings: [],
    annotations: [],
    keptLines: Array.from({ length: lines }, (_, index) => index + 1),
    stats: {
      originalLines: lines,
      keptLines: lines,
      prunedLines: 0,
      prunedRatio: 0,
      tokensBefore: tokens,
      tokensAfter: tokens,
    },
  }
}
