// The outcome of pruning a text. It fails open: whatever goes wrong, the caller
// gets the text back, an id for it if it could be kept, and the reason.
import type { PruningMetadata } from '@jeeves/contracts'
import type { PrunedText, PruneReply, PruneTextRequest } from '../../ask/ask-request.js'
import { wholeReply } from '../../ask/tiny-text.js'
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
  requestOptions: Partial<PruneTextRequest>,
): Produced<SentText> => ({
  raw: sent,
  text: sent.text,
  apply: (pruned) => ({ ...sent, pruned }),
  keepAs: sent.pruneId,
  requestOptions,
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
  const asIs = { text, annotations: [], keptLines: [] }
  const shown =
    pruned?.stats && !fallback ? { ...asIs, ...pruned, stats: pruned.stats } : wholeReply(text)
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
