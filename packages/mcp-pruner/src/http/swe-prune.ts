// `POST /prune` as a swe-pruner offers it, so that this service can replace one.
import {
  type SwePruneAnswer,
  type SwePrunerRequest,
  SwePrunerRequestSchema,
} from '@jeeves/contracts'
import { sampleTokens } from '@jeeves/pruner/count'
import { RequestInvalid } from '../call/invalid-params.js'
import { callTool, type Pipeline } from '../call/pipeline.js'
import { TEXT_REQUEST_LIMITS } from '../call/request-limits.js'
import type { ArgumentIssue, Tool } from '../call/tool.js'
import type { EmitEvent } from '../process/events.js'
import { RpcError } from '../rpc/rpc-error.js'
import { overloadIn } from './rpc-errors.js'
import type { PruneTextParts } from './tools/prune-text.js'
import { notRun, parseWith, type ToolContext } from './tools/service-tool.js'
import {
  producedText,
  type SentText,
  shownOf,
  textOutcome,
  tokensOf,
} from './tools/text-outcome.js'

export type SweAnswer =
  | { readonly status: 200; readonly body: SwePruneAnswer }
  | { readonly status: 422; readonly body: { readonly detail: readonly SweIssue[] } }

interface SweIssue {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
}

const TIME_LIMIT_MS = 10_000
/** The default threshold, at which a swe-pruner and this engine decide by themselves. */
const USUAL_THRESHOLD = 0.5

export type SwePrune = (body: string, context: ToolContext) => Promise<SweAnswer>

export function createSwePrune(
  parts: PruneTextParts,
  pipeline: Pipeline,
  emit: EmitEvent,
): SwePrune {
  const tool = sweTool(parts)
  return async (body, { exchange, ...context }) => {
    let input: unknown
    try {
      input = JSON.parse(body)
    } catch {
      return refuse([{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }])
    }
    try {
      const limits = exchange && { reserve: exchange.reserve, answered: exchange.signal }
      const call = { ...context, emit, output: 'structured', ...limits } as const
      return (await callTool(tool, input, call, pipeline)).result
    } catch (error) {
      if (error instanceof RequestInvalid) return refuse(error.issues.map(sweIssue))
      if (!(error instanceof RpcError) || overloadIn(error) !== undefined) throw error
      const { code, reason } = error.data as { readonly code: string; readonly reason: string }
      return refuse([{ type: code, loc: ['body'], msg: reason }])
    }
  }
}

const sweTool = ({
  recovery,
  metrics,
  admission,
}: PruneTextParts): Tool<SwePrunerRequest, SentText, SweAnswer> => ({
  name: '/prune',
  parse: (input) => parseWith(SwePrunerRequestSchema, input),
  timeLimitMs: () => TIME_LIMIT_MS,
  timeLimitHint: 'send a shorter text',
  focusQuestion: ({ query }) => query,
  request: { limits: TEXT_REQUEST_LIMITS },
  shown: shownOf,
  tokens: tokensOf,
  async run({ code: text, threshold = USUAL_THRESHOLD }, { reserve, answered }) {
    admission.admit(TIME_LIMIT_MS, answered)
    reserve?.(text.length)
    const sent = { text, pruneId: recovery.idOf(text), minKeepLines: 0 }
    const view = { style: 'filtered' } as const
    const requestOptions = { timeoutMs: TIME_LIMIT_MS, view, ...strictness(text, threshold) }
    return producedText(sent, requestOptions)
  },
  shape({ raw, failure, pruning }) {
    if (!raw) throw notRun('/prune', failure)
    const { stats, fallback, text, keptLines, pruneId } = textOutcome({ raw, pruning }, metrics)
    return {
      status: 200,
      body: {
        score: fallback ? 0 : stats.keptLines / Math.max(1, stats.originalLines),
        pruned_code: text,
        token_scores: [],
        kept_frags: [...keptLines],
        origin_token_cnt: stats.tokensBefore,
        left_token_cnt: stats.tokensAfter,
        model_input_token_cnt: stats.tokensBefore,
        error_msg: fallback ? `not pruned: ${fallback}` : null,
        prune_id: pruneId,
      },
    }
  },
})

/**
 * A swe-pruner keeps the lines that score at least the threshold: 0 keeps all, 1 next to nothing. The default
 * gives the same lines as every other entry point.
 */
function strictness(text: string, threshold: number) {
  const share = Math.min(1, Math.max(0, threshold))
  if (share < USUAL_THRESHOLD) return { maxPruneRatio: (0.95 * share) / USUAL_THRESHOLD }
  if (share > USUAL_THRESHOLD)
    return { maxTokens: Math.max(1, Math.floor((sampleTokens(text) * (1 - share)) / 2)) }
  return {}
}

const refuse = (detail: readonly SweIssue[]): SweAnswer => ({ status: 422, body: { detail } })

const sweIssue = ({ path, code, message = code }: ArgumentIssue): SweIssue => ({
  type: code,
  loc: ['body', ...path],
  msg: message,
})
