// `prune_text`: the arguments and answers of the public contract.
import { type PruneTextInput, PruneTextInputSchema, type PruneTextOutput } from '@jeeves/contracts'
import type { PruneTextRequest } from '../../ask/ask-request.js'
import { TEXT_REQUEST_LIMITS } from '../../call/request-limits.js'
import type { Recovery } from '../../store/recovery.js'
import type { Admission } from '../admission.js'
import type { ServiceMetrics } from '../metrics.js'
import type { ServiceLimits } from '../service-limits.js'
import { PRUNE_TEXT } from './service-definitions.js'
import { jsonResult, notRun, parseWith, type ServiceTool } from './service-tool.js'
import {
  producedText,
  type SentText,
  shownOf,
  type TextOutcome,
  textOutcome,
  tokensOf,
} from './text-outcome.js'

/** Share of the caller's time; the rest is for the work before and after, so that the answer is in time. */
const PRUNING_SHARE = 0.75

export interface PruneTextParts {
  readonly recovery: Recovery
  readonly metrics: ServiceMetrics
  readonly limits: ServiceLimits
  readonly admission: Admission
}

export const createPruneText = ({
  recovery,
  metrics,
  limits,
  admission,
}: PruneTextParts): ServiceTool<PruneTextInput, SentText> => ({
  name: PRUNE_TEXT.name,
  definition: PRUNE_TEXT,
  parse: (input) => parseWith(PruneTextInputSchema, input),
  timeLimitMs: ({ options }) => Math.min(options.timeout_ms, limits.pruneMs),
  timeLimitHint: 'options.timeout_ms raises the limit',
  focusQuestion: ({ goal_hint }) => goal_hint,
  request: { limits: TEXT_REQUEST_LIMITS },
  shown: shownOf,
  tokens: tokensOf,
  async run({ text, source_type, options }, { reserve, answered }) {
    const timeLimit = Math.min(options.timeout_ms, limits.pruneMs)
    const timeoutMs = Math.max(1, Math.floor(timeLimit * PRUNING_SHARE))
    admission.admit(timeoutMs, answered)
    reserve?.(text.length)
    const pruneId = recovery.idOf(text)
    const sent = { text, pruneId, minKeepLines: options.min_keep_lines }
    const requestOptions: Partial<PruneTextRequest> = {
      mode: 'condense',
      sourceType: source_type,
      directives: true,
      maxPruneRatio: options.max_prune_ratio,
      minKeepLines: options.min_keep_lines,
      timeoutMs,
      view: {
        style: 'canonical',
        pruneId,
        annotateLines: options.annotate_lines,
        includeMarkers: options.include_markers,
      },
    }
    return producedText(sent, requestOptions)
  },
  shape({ args, raw, failure, pruning, durationMs }) {
    if (!raw) throw notRun(PRUNE_TEXT.name, failure)
    const outcome = textOutcome({ raw, pruning }, metrics)
    return jsonResult(answer(outcome, args.options.max_prune_ratio, durationMs))
  },
})

/** The contract requires a `prune_id` in every answer. */
const NOT_KEPT = 'none'

const answer = (
  { pruneId, text, annotations, stats, warnings, fallback }: TextOutcome,
  maxPruneRatio: number,
  elapsed_ms: number,
): PruneTextOutput => ({
  prune_id: pruneId ?? NOT_KEPT,
  pruned_text: text,
  annotations: [...annotations],
  stats: {
    original_lines: stats.originalLines,
    kept_lines: stats.keptLines,
    pruned_lines: stats.prunedLines,
    // Rounding up must not make a result within the limit look as if it exceeded it.
    pruned_ratio: Math.min(Math.round(stats.prunedRatio * 10_000) / 10_000, maxPruneRatio),
    tokens_est_before: stats.tokensBefore,
    tokens_est_after: stats.tokensAfter,
    elapsed_ms,
    used_fallback: fallback !== undefined,
  },
  warnings: [...warnings],
})
