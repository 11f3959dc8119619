// One engine run on one output: its log events and the metadata of the answer.
import type { PrunerError, PruningMetadata } from '@jeeves/contracts'
import type { Cancellation } from '@jeeves/mcp-runtime'
import { countLines } from '@jeeves/pruner/count'
import type { EmitEvent } from '../process/events.js'
import type { PrunedText, PruneTextRequest } from './ask-request.js'
import type { Engine } from './engines.js'

/** The parts of a call that pruning needs. */
export interface PruneCall {
  readonly requestId: string
  readonly signal: Cancellation
  readonly emit: EmitEvent
}

export interface Attempt<Raw> {
  /** `undefined`: the engine failed; its metadata give the reason. */
  readonly applied: (Pick<PrunedText, 'text' | 'keptLines'> & { readonly raw: Raw }) | undefined
  readonly metadata: PruningMetadata
}

export async function attempt<Raw>(
  engine: Engine,
  tool: string,
  request: PruneTextRequest,
  apply: (pruned: PrunedText) => Raw | undefined,
  { emit, requestId, signal }: PruneCall,
): Promise<Attempt<Raw>> {
  const raw_bytes = Buffer.byteLength(request.text)
  const log = (level: 'info' | 'warn', event: string, data: object) =>
    emit(level, event, { request_id: requestId, data: { tool, ...data } })
  log('info', 'pruner.call_start', { endpoint: engine.endpoint, input_bytes: raw_bytes })
  const started = performance.now()
  const result = await engine.prune(request, signal)
  const raw = result.ok ? apply(result.pruned) : undefined
  const pruner_duration_ms = Math.round(performance.now() - started)
  const about = { raw_bytes, pruner_duration_ms, engine: engine.name }

  if (result.ok && raw !== undefined) {
    const { text, keptLines, invented, warnings = [], remarks = [] } = result.pruned
    const pruned_bytes = Buffer.byteLength(text)
    log('info', 'pruner.call_ok', { engine: engine.name, pruner_duration_ms, pruned_bytes })
    if (warnings.length > 0) log('warn', 'pruner.warning', { warnings })
    if (invented) log('warn', 'pruner.not_verbatim', { invented_lines: invented })
    const expectedMiss = result.pruned.stats?.expectedMiss
    const counts = {
      ...lineCounts(request.text, result.pruned),
      expected_miss: expectedMiss === undefined ? undefined : Number(expectedMiss.toFixed(2)),
      verbatim: invented ? false : undefined,
      remarks: remarks.length > 0 ? [...remarks] : undefined,
    } satisfies Partial<PruningMetadata>
    const metadata = { attempted: true, applied: true, fallback: false, ...about, pruned_bytes }
    return {
      applied: { raw, text, ...(keptLines && { keptLines }) },
      metadata: { ...metadata, ...counts },
    }
  }
  const error: PrunerError = result.ok
    ? { code: 'invalid_response', message: 'the pruned lines cannot be read back as matches' }
    : result.error
  const { code: reason, message } = error
  log('warn', FAILURE_EVENTS[reason], { message })
  log('warn', 'pruner.call_failed', { engine: engine.name, reason, pruner_duration_ms, message })
  const metadata = { attempted: true, applied: false, fallback: true, ...about, error }
  return { applied: undefined, metadata: { ...metadata, reason: 'pruner_error' } }
}

const FAILURE_EVENTS = {
  timeout: 'pruner.timeout',
  http_error: 'pruner.http_error',
  invalid_response: 'pruner.invalid_response',
  recovery_unavailable: 'pruner.not_kept',
} as const satisfies Record<PrunerError['code'], string>

function lineCounts(text: string, pruned: PrunedText) {
  const original_lines = countLines(text)
  const isWhole = pruned.text === text
  if (pruned.keptLines === undefined && !isWhole) return { original_lines }
  const kept_lines = isWhole ? original_lines : (pruned.keptLines?.length ?? 0)
  return { original_lines, kept_lines, pruned_lines: original_lines - kept_lines }
}
