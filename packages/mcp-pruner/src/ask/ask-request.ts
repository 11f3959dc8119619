// What a text is pruned by and what comes back: plain data, because it may cross to a worker.
import type { Annotation, PruneRequest, PruneResult, PruneStats } from '@jeeves/pruner'
import type { DenseRange } from './densest-range.js'

export interface PruneTextRequest extends Omit<PruneRequest, 'goal'> {
  readonly question: string
  /** Waiting for a worker included. */
  readonly timeoutMs: number
  /** Default: as a model is shown it. */
  readonly view?: PruneView
  /** The reply names the one range that is most likely to hold what is needed. */
  readonly wantsRange?: boolean
}

export type PruneView =
  /** Kept lines as they are, the shortest mark for each cut. */
  | {
      readonly style: 'model'
      /** Write its number before each line of an answer that is cut. */
      readonly numbers?: boolean
    }
  /** The audit form, with one annotation for each cut. */
  | {
      readonly style: 'canonical'
      readonly pruneId: string
      readonly annotateLines: boolean
      readonly includeMarkers: boolean
    }
  /** As a swe-pruner writes it. */
  | { readonly style: 'filtered' }

export interface PruneReply {
  /** `unchanged`: nothing worth cutting. `fallback`: the text as it is, see `warnings`. */
  readonly status: PruneResult['status']
  readonly text: string
  /** 1-based, counted from the text's own first line. */
  readonly keptLines: readonly number[]
  readonly annotations: readonly Annotation[]
  /** For the closing line. */
  readonly remarks: readonly string[]
  readonly stats: PruneStats
  /** Codes, such as `scorer_unavailable`. */
  readonly warnings: readonly string[]
  readonly densest?: DenseRange
}

/** What pruning left of a text; an engine behind HTTP gives the text alone. */
export type PrunedText = Pick<PruneReply, 'text'> &
  Partial<PruneReply> & {
    /** Lines that are not in the text that was pruned. */
    readonly invented?: number
  }
