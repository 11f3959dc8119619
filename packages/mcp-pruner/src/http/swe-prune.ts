// `POST /prune` as a swe-pruner offers it, so that this service can stand where one is expected.
import { SwePrunerRequestSchema, type SwePrunerResponse } from '@jeeves/contracts'
import type { ZodError } from 'zod'
import { issuesOf } from '../call/issues.js'
import type { PruneService } from './prune-service.js'
import type { ToolContext } from './tools/service-tool.js'

export type SweAnswer =
  | { readonly status: 200; readonly body: SwePrunerResponse & SweExtras }
  | { readonly status: 422; readonly body: { readonly detail: readonly SweIssue[] } }

/** Fields that some callers of a swe-pruner insist on, and the id by which cut lines come back. */
interface SweExtras {
  readonly token_scores: readonly never[]
  readonly model_input_token_cnt: number
  readonly prune_id: string
}

interface SweIssue {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

const TIME_LIMIT_MS = 10_000
/** The threshold at which a swe-pruner and this engine are left to their own judgement. */
const USUAL_THRESHOLD = 0.5

export async function answerSwePrune(
  body: string,
  pruning: PruneService,
  context: ToolContext,
): Promise<SweAnswer> {
  let input: unknown
  try {
    input = JSON.parse(body)
  } catch {
    return refuse([{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }])
  }
  const parsed = SwePrunerRequestSchema.safeParse(input)
  if (!parsed.success) return refuse(sweIssues(parsed.error))
  const { code, query, threshold = USUAL_THRESHOLD } = parsed.data
  const outcome = await pruning.prune({
    request: { text: code, goal: query, sourceType: 'auto', ...strictness(threshold) },
    view: () => ({ style: 'filtered' }),
    timeoutMs: TIME_LIMIT_MS,
    ...context,
  })
  const { stats, fallback } = outcome
  return {
    status: 200,
    body: {
      score: fallback ? 0 : stats.keptLines / Math.max(1, stats.originalLines),
      pruned_code: outcome.text,
      token_scores: [],
      kept_frags: [...outcome.keptLines],
      origin_token_cnt: stats.tokensBefore,
      left_token_cnt: stats.tokensAfter,
      model_input_token_cnt: stats.tokensBefore,
      error_msg: fallback ? `not pruned: ${fallback}` : null,
      prune_id: outcome.pruneId,
    },
  }
}

/** A swe-pruner keeps the lines that score at least the threshold: 0 keeps all, 1 next to nothing. */
function strictness(threshold: number) {
  const share = Math.min(1, Math.max(0, threshold))
  if (share < USUAL_THRESHOLD) return { maxPruneRatio: (0.95 * share) / USUAL_THRESHOLD }
  if (share > USUAL_THRESHOLD) return { budget: { share: (1 - share) / 2 } }
  return {}
}

const refuse = (detail: readonly SweIssue[]): SweAnswer => ({ status: 422, body: { detail } })

const sweIssues = (error: ZodError): SweIssue[] =>
  issuesOf(error).map(({ code, path, message }) => ({
    type: code,
    loc: ['body', ...path],
    msg: message,
  }))
