// A pruning request and its reply: plain data, because both may cross to a worker.
import type { Annotation, PruneRequest, PruneResult, PruneStats } from '@jeeves/pruner'
import type { DenseRange } from './densest-range.js'

export interface PruneTextRequest extends Omit<PruneRequest, 'goal'> {
  readonly question: string
  /** Includes the wait for a worker. */
  readonly timeoutMs: number
  /** Default: `model`, the form shown to models. */
  readonly view?: PruneView
  /** The reply names the one range most likely to contain the answer. */
  readonly wantsRange?: boolean
}

export type PruneView =
  /** Kept lines as they are, the shortest mark for each cut. */
  | {
      readonly style: 'model'
      /** Number each line of an answer that was cut. */
      readonly numbers?: boolean
    }
  /** The audit form, with one annotation for each cut. */
  | {
      readonly style: 'canonical'
      readonly pruneId: string
      readonly annotateLines: boolean
      readonly includeMarkers: boolean
    }
  /** The form that a swe-pruner writes. */
  | { readonly style: 'filtered' }

export interface PruneReply {
  /** `unchanged`: nothing worth cutting. `fallback`: the text as it is; `warnings` gives the reason. */
  readonly status: PruneResult['status']
  readonly text: string
  /** 1-based, relative to this text's first line. */
  readonly keptLines: readonly number[]
  readonly annotations: readonly Annotation[]
  /** For the closing line. */
  readonly remarks: readonly string[]
  readonly stats: PruneStats
  /** Codes, such as `scorer_unavailable`. */
  readonly warnings: readonly string[]
  readonly densest?: DenseRange
}

/** What pruning left of a text; an HTTP engine returns the text alone. */
export type PrunedText = Pick<PruneReply, 'text'> &
  Partial<PruneReply> & {
    /** Lines that do not occur in the pruned text's original. */
    readonly invented?: number
  }
