// JSON-RPC errors with the `data` that lets a caller act on them.
import { INTERNAL_ERROR } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'

/** The queue is full; over HTTP it becomes 503 with `Retry-After`. */
export const overloaded = (reason: string): RpcError =>
  new RpcError(INTERNAL_ERROR, 'Service overloaded', {
    code: 'overloaded',
    reason,
    retry_after_ms: RETRY_AFTER_S * 1000,
  })

/** Why, if that is what the error says. */
export function overloadIn(error: unknown): string | undefined {
  const { reason, retry_after_ms } = (error instanceof RpcError ? (error.data ?? {}) : {}) as {
    readonly reason?: string
    readonly retry_after_ms?: number
  }
  return retry_after_ms === undefined ? undefined : reason
}

export const RETRY_AFTER_S = 1
