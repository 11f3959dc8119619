// `prune_text`: the arguments and answers of the public contract around the prune service.
import { type PruneTextInput, PruneTextInputSchema, type PruneTextOutput } from '@jeeves/contracts'
import type { PruneOutcome, PruneService } from '../prune-service.js'
import { PRUNE_TEXT } from './definitions.js'
import { jsonResult, parseArguments, type ServiceTool } from './service-tool.js'

export const createPruneText = (pruning: PruneService): ServiceTool => ({
  definition: PRUNE_TEXT,
  async call(args, context) {
    const input: PruneTextInput = parseArguments(PruneTextInputSchema, args, PRUNE_TEXT.name)
    const { options } = input
    const outcome = await pruning.prune({
      request: {
        text: input.text,
        goal: input.goal_hint,
        sourceType: input.source_type,
        maxPruneRatio: options.max_prune_ratio,
        minKeepLines: options.min_keep_lines,
      },
      view: (pruneId) => ({
        style: 'canonical',
        pruneId,
        annotateLines: options.annotate_lines,
        includeMarkers: options.include_markers,
      }),
      timeoutMs: options.timeout_ms,
      ...context,
    })
    return jsonResult(answer(outcome, options.max_prune_ratio))
  },
})

const answer = (outcome: PruneOutcome, maxPruneRatio: number): PruneTextOutput => ({
  prune_id: outcome.pruneId,
  pruned_text: outcome.text,
  annotations: [...outcome.annotations],
  stats: {
    original_lines: outcome.stats.originalLines,
    kept_lines: outcome.stats.keptLines,
    pruned_lines: outcome.stats.prunedLines,
    // Rounding up must not make a result that keeps to the limit look as if it did not.
    pruned_ratio: Math.min(Math.round(outcome.stats.prunedRatio * 10_000) / 10_000, maxPruneRatio),
    tokens_est_before: outcome.stats.tokensBefore,
    tokens_est_after: outcome.stats.tokensAfter,
    elapsed_ms: outcome.elapsedMs,
    used_fallback: outcome.fallback !== undefined,
  },
  warnings: [...outcome.warnings],
})
