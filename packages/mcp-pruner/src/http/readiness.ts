// `GET /ready`: whether a load balancer should send requests here. `/health` shows that the process answers, with the
// state of its store and its model.
import type { ArtifactStore } from '@jeeves/mcp-runtime'
import type { PoolLoad } from '../ask/text-pruner.js'
import { withTimeout } from '../process/with-timeout.js'

export interface Readiness {
  /** Without its store it still prunes, and reports that nothing can be recovered: better than no answer. */
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly draining: boolean
  readonly store: 'ok' | 'unreachable'
  /** Without the trained scorer's weights, the hand-written one prunes. */
  readonly model_loaded: boolean
  readonly workers: { readonly alive: number; readonly busy: number; readonly queued: number }
}

export interface ReadinessParts {
  readonly isDraining: () => boolean
  readonly store: Pick<ArtifactStore, 'usage'>
  readonly storeMs: number
  readonly load: Pick<PoolLoad, 'alive' | 'busy' | 'queued' | 'warning'>
}

export const createReadiness =
  ({ isDraining, store, storeMs, load }: ReadinessParts) =>
  async (): Promise<Readiness> => {
    const { alive, busy, queued } = load
    const usage = await withTimeout(
      storeMs,
      store.usage().catch(() => undefined),
    )
    const draining = isDraining()
    const isUnavailable = draining || alive === 0
    const works = usage === undefined ? 'degraded' : 'ready'
    return {
      status: isUnavailable ? 'unavailable' : works,
      draining,
      store: usage === undefined ? 'unreachable' : 'ok',
      model_loaded: load.warning === undefined,
      workers: { alive, busy, queued },
    }
  }
