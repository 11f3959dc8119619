// The callbacks of a wrapped server.
import type { AppError } from '../../errors/app-error.js'
import type { Fields } from '../../rpc/message.js'
import type { IncomingRequest } from '../../rpc/peer.js'
import type { Upstream } from './upstream.js'

export interface UpstreamHandlers {
  readonly request: (from: Upstream, request: IncomingRequest) => Promise<unknown>
  readonly notification: (from: Upstream, method: string, params: Fields | undefined) => void
  /** It is back after a loss, after a new handshake; its lists may have changed. */
  readonly restarted: (upstream: Upstream) => void
  /** False for a client that is asked by the result of its call. */
  readonly answersWhileCalled: () => boolean
  /** It exited before it ever answered. */
  readonly failed: (error: AppError) => void
}
