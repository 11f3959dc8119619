// What crosses to a pruning worker and back: plain data only. Rendering happens in the worker too, so that
// the main thread never walks a text line by line.
import type { Annotation, PruneRequest, PruneResult } from '@jeeves/pruner'

export interface PruneJob {
  readonly request: PruneRequest
  readonly view: PruneView
}

export type PruneView =
  | {
      readonly style: 'canonical'
      readonly pruneId: string
      readonly annotateLines: boolean
      readonly includeMarkers: boolean
    }
  /** As a swe-pruner writes it. */
  | { readonly style: 'filtered' }

export interface PruneReply {
  readonly status: PruneResult['status']
  readonly warnings: readonly string[]
  /** Absent when it is the request's own text, which need not travel back. */
  readonly text?: string
  readonly annotations: readonly Annotation[]
  /** Numbers of the kept lines, for the style that names them. */
  readonly keptLines: readonly number[]
  readonly stats: PruneResult['stats']
}
