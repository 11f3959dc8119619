// Decides whether an output is pruned, tries the engines in turn, keeps the raw output, and reports what
// happened. It cannot fail: when pruning does, the caller gets the raw output and the reason.
import type { PruningMetadata, PruningReason } from '@jeeves/contracts'
import type { QuestionOrigin } from '@jeeves/pruner'
import { countLines } from '@jeeves/pruner/count'
import type { PrunerSettings } from '../settings/settings.js'
import { type Cuts, cutsBetween, keepCuts } from '../store/kept-cuts.js'
import type { Recovery } from '../store/recovery.js'
import type { PrunedText, PruneTextRequest } from './ask-request.js'
import { attempt, type PruneCall } from './attempt.js'
import { type ChooseEngines, enginesFor } from './engines.js'
import type { Probe } from './swe-pruner-probe.js'
import { oneLazyWorker, type TextPruner } from './text-pruner.js'

/** An output of which a part may be pruned. */
export interface PrunableOutput<Raw> {
  readonly raw: Raw
  /** The part that may be pruned; empty when there is none. */
  readonly text: string
  /** Puts pruned text in place of `text`; `undefined` if it cannot be parsed. */
  readonly apply: (pruned: PrunedText) => Raw | undefined
  readonly fileName?: string
  readonly sourceType?: PruneTextRequest['sourceType']
  /** `text` begins at this line of `whole`, to which line numbers and recovery refer. */
  readonly firstLine?: number
  readonly whole?: string
  /** Further options of the caller. */
  readonly requestOptions?: Partial<Omit<PruneTextRequest, 'origin'>>
  /** Always keep the raw output, under this id. */
  readonly keepAs?: string
}

export interface PruneOutcome<Raw> {
  readonly raw: Raw
  readonly metadata: PruningMetadata
  /** 1-based in the text; absent when the engine returned only text or nothing was pruned. */
  readonly keptLines?: readonly number[]
}

/** The question to prune by; its source decides how literally it is taken. */
export interface Question {
  readonly text: string
  readonly origin: QuestionOrigin
}

/** Asked directly: an argument of a tool or a command, or a field. */
export const explicitQuestion = (text: string | undefined): Question | undefined =>
  text === undefined ? undefined : { text, origin: 'explicit' }

export type PruneOutput = <Raw>(
  tool: string,
  question: Question | undefined,
  produced: PrunableOutput<Raw>,
  call: PruneCall,
) => Promise<PruneOutcome<Raw>>

export interface PruneOutputParts {
  /** `undefined`: pruning is off. */
  readonly engines: ChooseEngines | undefined
  readonly recovery: Recovery
  readonly timeoutMs: number
  /** The default bound of an answer. */
  readonly maxTokens?: number | undefined
  readonly directives?: boolean
  readonly isTooLarge: (text: string, question: string) => boolean
  /** Whether this prunable output passes raw, as part of the control group. */
  readonly drawsHoldout?: (() => boolean) | undefined
  /** Wraps the engines' work, for callers that measure its time separately. */
  readonly engineTime?: (<Result>(work: () => Promise<Result>) => Promise<Result>) | undefined
}

/** From the settings. */
export function createPruneOutput(
  settings: PrunerSettings,
  recovery: Recovery,
  options: {
    readonly pruner?: TextPruner
    readonly probeOf?: (address: string) => Probe
  } & Pick<PruneOutputParts, 'drawsHoldout' | 'engineTime'> = {},
): PruneOutput {
  const { pruner = oneLazyWorker(), probeOf, ...rest } = options
  return pruneOutputWith({
    engines: enginesFor(settings, pruner, probeOf),
    recovery,
    timeoutMs: settings.timeoutMs,
    maxTokens: settings.maxTokens,
    isTooLarge: (text) => Buffer.byteLength(text) > settings.maxInputBytes,
    directives: settings.directives,
    ...rest,
  })
}

export function pruneOutputWith({
  engines,
  recovery,
  timeoutMs,
  maxTokens,
  isTooLarge,
  drawsHoldout,
  directives = false,
  engineTime = (work) => work(),
}: PruneOutputParts): PruneOutput {
  return async (tool, question, produced, call) => {
    const { text, whole = text, keepAs } = produced
    if (question === undefined && keepAs === undefined) {
      return { raw: produced.raw, metadata: notAttempted('no_focus_question', text) }
    }
    // Stored before pruning if its id appears in the marks; otherwise only when something was cut.
    const keptAs = keepAs === undefined ? undefined : await recovery.keep(whole, keepAs)
    const { shown, ...outcome } = await engineTime(() => prune(tool, question, produced, call))
    const isCut = shown !== undefined && shown !== text
    const isKeptNow = isCut && keepAs === undefined
    // Both at once: the answer waits for them.
    const [prune_id] = await Promise.all([
      isKeptNow ? recovery.keep(whole) : keptAs,
      isCut && (isKeptNow || keptAs !== undefined) && outcome.keptLines
        ? keepCuts(recovery, keptAs ?? recovery.idOf(whole), cutsOf(produced, outcome.keptLines))
        : undefined,
    ])
    if (isCut && prune_id === undefined) {
      return { raw: produced.raw, metadata: notKept(outcome.metadata) }
    }
    return prune_id === undefined
      ? outcome
      : { ...outcome, metadata: { ...outcome.metadata, prune_id } }
  }

  async function prune<Raw>(
    tool: string,
    question: Question | undefined,
    produced: PrunableOutput<Raw>,
    call: PruneCall,
  ): Promise<PruneOutcome<Raw> & { readonly shown?: string }> {
    const { text, raw } = produced
    const skip = (reason: PruningReason) => ({ raw, metadata: notAttempted(reason, text) })
    if (question === undefined) return skip('no_focus_question')
    if (engines === undefined) return skip('disabled_or_unconfigured')
    if (text === '') return skip('output_empty')
    if (isTooLarge(text, question.text)) return skip('too_large')
    if (drawsHoldout?.()) return skip('holdout')

    const defaults = { timeoutMs, maxTokens }
    const request = { directives, ...requestFor(question, produced, defaults) }
    const [first, ...others] = await engines()
    if (!first) return skip('disabled_or_unconfigured')
    let outcome = await attempt(first, tool, request, produced.apply, call)
    for (const engine of others) {
      if (outcome.applied || call.signal.aborted) break
      outcome = await attempt(engine, tool, request, produced.apply, call)
    }
    const { applied, metadata } = outcome
    if (!applied) return { raw, metadata }
    const { text: shown, keptLines } = applied
    return { raw: applied.raw, metadata, shown, ...(keptLines && { keptLines }) }
  }
}

const cutsOf = (
  { text, firstLine = 1 }: PrunableOutput<unknown>,
  keptLines: readonly number[],
): Cuts => cutsBetween(keptLines, countLines(text), firstLine)

/** What cannot be kept is not cut. */
const notKept = ({
  raw_bytes,
  pruner_duration_ms,
  engine,
  original_lines,
}: PruningMetadata): PruningMetadata => ({
  attempted: true,
  applied: false,
  fallback: true,
  reason: 'pruner_error',
  raw_bytes,
  pruner_duration_ms,
  engine,
  original_lines,
  error: { code: 'recovery_unavailable', message: 'the raw output could not be kept' },
})

const notAttempted = (reason: PruningReason, text: string): PruningMetadata => ({
  attempted: false,
  applied: false,
  fallback: false,
  reason,
  raw_bytes: Buffer.byteLength(text),
})

function requestFor(
  { text: question, origin }: Question,
  { text, fileName, sourceType = 'auto', firstLine = 1, requestOptions }: PrunableOutput<unknown>,
  { timeoutMs, maxTokens }: Pick<PruneOutputParts, 'timeoutMs' | 'maxTokens'>,
): PruneTextRequest {
  const named = fileName === undefined ? {} : { fileName }
  // A caller that condenses a text sets no bound.
  const bound = requestOptions?.mode === 'condense' || maxTokens === undefined ? {} : { maxTokens }
  return {
    text,
    question,
    origin,
    timeoutMs,
    sourceType,
    firstLine,
    ...named,
    ...bound,
    ...requestOptions,
  }
}
