// Decides whether an output is pruned and by which engine, runs it, and says what happened. It cannot
// fail: when pruning does, the caller gets the raw output and the reason.
import type { PrunerError, PruningMetadata, PruningReason } from '@jeeves/contracts'
import { countLines } from '@jeeves/pruner'
import type { Call, Produced, PrunedText } from '../call/tool.js'
import type { PrunerSettings } from '../process/settings.js'
import { pruneContent } from '../pruner.js'
import type { Recovery } from '../recovery/recovery.js'
import type { EngineInput, EngineResult } from './engine.js'
import { OFF_THREAD_CHARS, pruneOffThread } from './off-thread.js'
import { createProbe, type Probe } from './probe.js'

export interface PruneOutcome<Raw> {
  readonly raw: Raw
  readonly metadata: PruningMetadata
  /** Numbered from 1 in the text; absent when the engine only gave text back or nothing was pruned. */
  readonly keptLines?: readonly number[]
}

type EngineName = 'http' | 'embedded'

export type PruneOutput = <Raw>(
  tool: string,
  question: string | undefined,
  produced: Produced<Raw>,
  call: Call,
) => Promise<PruneOutcome<Raw>>

/** Other ways to prune and to choose, for a process that has its own. */
export interface Engines {
  readonly embedded?: (input: EngineInput, signal: AbortSignal) => Promise<EngineResult>
  readonly probe?: Probe
  /** Whether this output, which could be pruned, passes raw to compare with. */
  readonly drawsHoldout?: () => boolean
}

export function createPruneOutput(
  settings: PrunerSettings,
  recovery: Recovery,
  engines: Engines = {},
): PruneOutput {
  const { url } = settings
  const { embedded = embeddedHere, drawsHoldout = () => false } = engines
  const probe = url === undefined ? undefined : (engines.probe ?? createProbe(url))

  return async (tool, question, produced, call) => {
    const rawBytes = Buffer.byteLength(produced.text)
    const skip = (reason: PruningReason) => ({
      raw: produced.raw,
      metadata: { attempted: false, applied: false, fallback: false, reason, raw_bytes: rawBytes },
    })
    if (question === undefined) return skip('no_focus_question')
    if (url === undefined || probe === undefined) return skip('disabled_or_unconfigured')
    if (rawBytes === 0) return skip('output_empty')
    if (rawBytes > settings.maxInputBytes) return skip('too_large')
    if (drawsHoldout()) return skip('holdout')

    const input: EngineInput = {
      text: produced.text,
      question,
      timeoutMs: settings.timeoutMs,
      fileName: produced.fileName,
      sourceType: produced.sourceType,
      firstLine: produced.firstLine ?? 1,
    }
    const attempt = (engine: EngineName) => attemptWith(engine, tool, input, produced, call)
    const first: EngineName = !settings.probeFirst || (await probe()) ? 'http' : 'embedded'
    let outcome = await attempt(first)
    if (outcome.failed && first === 'http' && settings.fallback === 'embedded') {
      outcome = await attempt('embedded')
    }
    return outcome.failed ? outcome : { ...outcome, metadata: await keep(outcome, produced) }
  }

  async function attemptWith<Raw>(
    engine: EngineName,
    tool: string,
    input: EngineInput,
    produced: Produced<Raw>,
    { emit, requestId, signal }: Call,
  ): Promise<PruneOutcome<Raw> & { failed: boolean; text?: string }> {
    const rawBytes = Buffer.byteLength(input.text)
    const log = (level: 'debug' | 'info' | 'warn', event: string, data: object) =>
      emit(level, event, { request_id: requestId, data: { tool, ...data } })
    const endpoint = engine === 'http' && url ? withoutQuery(url) : 'embedded'
    log('info', 'pruner.call_start', { endpoint, input_bytes: rawBytes })
    const started = performance.now()
    const result = await (engine === 'http' ? overHttp(input, signal) : embedded(input, signal))
    const applied = result.ok ? produced.apply(result.pruned) : undefined
    const pruner_duration_ms = Math.round(performance.now() - started)

    if (result.ok && applied !== undefined) {
      const pruned_bytes = Buffer.byteLength(result.pruned.text)
      log('info', 'pruner.call_ok', { engine, pruner_duration_ms, pruned_bytes })
      if (result.warnings?.length) log('warn', 'pruner.warning', { warnings: result.warnings })
      return {
        failed: false,
        raw: applied,
        text: result.pruned.text,
        ...(result.pruned.keptLines && { keptLines: result.pruned.keptLines }),
        metadata: {
          attempted: true,
          applied: true,
          fallback: false,
          raw_bytes: rawBytes,
          pruned_bytes,
          pruner_duration_ms,
          engine,
          ...lineCounts(input.text, result.pruned),
        },
      }
    }
    const error: PrunerError = result.ok
      ? { code: 'invalid_response', message: 'the pruned lines cannot be read back as matches' }
      : result.error
    log('warn', FAILURE_EVENTS[error.code], { message: error.message })
    const { code: reason, message } = error
    log('warn', 'pruner.call_failed', { engine, reason, pruner_duration_ms, message })
    return {
      failed: true,
      raw: produced.raw,
      metadata: {
        attempted: true,
        applied: false,
        fallback: true,
        reason: 'pruner_error',
        raw_bytes: rawBytes,
        pruner_duration_ms,
        error,
        engine,
      },
    }
  }

  async function overHttp(input: EngineInput, signal: AbortSignal): Promise<EngineResult> {
    const { timeoutMs } = input
    const result = await pruneContent(
      input.text,
      input.question,
      { url: url ?? '', timeoutMs },
      signal,
    )
    return result.ok ? { ok: true, pruned: { text: result.content } } : result
  }

  /** The raw output is kept only when something of it is missing from the answer. */
  async function keep<Raw>(
    outcome: PruneOutcome<Raw> & { text?: string },
    produced: Produced<Raw>,
  ): Promise<PruningMetadata> {
    if (outcome.text === produced.text) return outcome.metadata
    const prune_id = await recovery.keep(produced.whole ?? produced.text)
    return prune_id === undefined ? outcome.metadata : { ...outcome.metadata, prune_id }
  }
}

const FAILURE_EVENTS = {
  timeout: 'pruner.timeout',
  http_error: 'pruner.http_error',
  invalid_response: 'pruner.invalid_response',
} as const satisfies Record<PrunerError['code'], string>

/** Loaded when first needed: the engine is no part of the way to the first answer. */
async function embeddedHere(input: EngineInput): Promise<EngineResult> {
  if (input.text.length < OFF_THREAD_CHARS) {
    const { pruneEmbedded } = await import('./embedded.js')
    return pruneEmbedded(input)
  }
  return pruneOffThread(input)
}

const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

function lineCounts(text: string, pruned: PrunedText) {
  const original_lines = countLines(text)
  const isWhole = pruned.text === text
  if (pruned.keptLines === undefined && !isWhole) return { original_lines }
  const kept_lines = pruned.keptLines?.length ?? original_lines
  return { original_lines, kept_lines, pruned_lines: original_lines - kept_lines }
}
