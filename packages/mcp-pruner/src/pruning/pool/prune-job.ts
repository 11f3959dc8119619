// What crosses to a pruning worker and back: plain data only. Rendering happens in the worker too, so that
// the main thread never walks a text line by line.
import type { Annotation, PruneRequest, PruneResult } from '@jeeves/pruner'
import type { WorkerPool } from './worker-pool.js'

export type PrunePool = WorkerPool<PruneJob, PruneReply>

/** From here on a text may not take the last free worker. */
export const LARGE_CHARS = 131_072

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
  /** As the tools show it to a model; `numbered` comes with it. */
  | { readonly style: 'compact'; readonly firstLine: number }

export interface PruneReply {
  readonly status: PruneResult['status']
  readonly warnings: readonly string[]
  /** Absent when it is the request's own text, which need not travel back. */
  readonly text?: string
  readonly annotations: readonly Annotation[]
  /** The compact style with line numbers. */
  readonly numbered?: string
  /** Numbers of the kept lines, for the styles that name them. */
  readonly keptLines: readonly number[]
  readonly stats: PruneResult['stats']
}
