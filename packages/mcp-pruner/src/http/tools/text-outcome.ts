// The outcome of pruning a text. It fails open: whatever goes wrong, the caller
// gets the text back, an id for it if it could be kept, and the reason.
import type { PruningMetadata } from '@jeeves/contracts'
import { countLines, estimateTokens } from '@jeeves/pruner/count'
import type { PrunedText, PruneReply, PruneTextRequest } from '../../ask/ask-request.js'
import { LARGE_CHARS } from '../../ask/text-pruner.js'
import type { Finished, Produced } from '../../call/tool.js'
import type { ServiceMetrics } from '../metrics.js'

export type FallbackCause =
  | 'timeout'
  | 'input_too_large'
  | 'constraints_unmet'
  | 'recovery_unavailable'
  | 'internal_error'

/** A text on its way through the pipeline; `pruned` is set once an engine has answered. */
export interface SentText {
  readonly text: string
  readonly pruneId: string
  readonly minKeepLines: number
  readonly pruned?: PrunedText
}

export const producedText = (
  sent: SentText,
  asked: Partial<PruneTextRequest>,
): Produced<SentText> => ({
  raw: sent,
  text: sent.text,
  apply: (pruned) => ({ ...sent, pruned }),
  keepAs: sent.pruneId,
  asked,
})

/** For the ledger: what the caller uses. */
export const shownOf = ({ text, pruned }: SentText): string => pruned?.text ?? text

export const tokensOf = ({ pruned }: SentText) =>
  pruned?.stats && { raw: pruned.stats.tokensBefore, shown: pruned.stats.tokensAfter }

export interface TextOutcome
  extends Pick<PruneReply, 'text' | 'annotations' | 'keptLines' | 'stats' | 'warnings'> {
  /** `undefined` where the text could not be kept. */
  readonly pruneId: string | undefined
  /** Set if `text` is the unchanged text because of a failure; it is also the first warning. */
  readonly fallback: FallbackCause | undefined
}

export function textOutcome(
  {
    raw,
    pruning,
  }: { readonly raw: SentText; readonly pruning: Finished<unknown, SentText>['pruning'] },
  metrics: ServiceMetrics,
): TextOutcome {
  const { text, pruned } = raw
  const fallback = fallbackCause(raw, pruning)
  const shown: Omit<PruneReply, 'status' | 'warnings' | 'remarks'> =
    pruned?.stats && !fallback ? { ...asIs(text), ...pruned, stats: pruned.stats } : whole(text)
  const { prune_id: pruneId } = pruning
  const isKept = pruneId !== undefined
  if (fallback) metrics.fallback(fallback)
  if (!isKept) metrics.storeError('put')
  metrics.tokens(shown.stats.tokensBefore, shown.stats.tokensAfter)
  const warnings = [
    ...(fallback ? [fallback] : []),
    ...(pruned?.warnings ?? []),
    ...(isKept ? [] : ['recovery_unavailable']),
  ]
  return { ...shown, pruneId, fallback, warnings: [...new Set(warnings)] }
}

function fallbackCause(
  { pruned, minKeepLines }: SentText,
  { reason, error }: PruningMetadata,
): FallbackCause | undefined {
  if (pruned) return pruned.status === 'fallback' ? 'constraints_unmet' : undefined
  if (reason === 'output_empty') return minKeepLines > 0 ? 'constraints_unmet' : undefined
  if (reason === 'too_large') return 'input_too_large'
  if (error?.code === 'recovery_unavailable') return error.code
  return error?.code === 'timeout' ? 'timeout' : 'internal_error'
}

const asIs = (text: string) => ({ text, annotations: [], keptLines: [] })

/** A large text is measured by sampling, because this runs on the main thread. */
function whole(text: string): Omit<PruneReply, 'status' | 'warnings' | 'remarks'> {
  const lines = countLines(text)
  const sample = text.slice(0, LARGE_CHARS)
  const scale = sample.length === 0 ? 0 : text.length / sample.length
  const tokens = Math.ceil(estimateTokens(sample) * scale)
  return {
    text,
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
