// JSON-RPC errors with the `data` that lets a caller act on them.
import { INTERNAL_ERROR } from '../rpc/codes.js'
import { RpcError } from '../rpc/rpc-error.js'

/** The queue is full; over HTTP it becomes 503 with `Retry-After`. */
export class OverloadedError extends RpcError {
  override readonly name = 'OverloadedError'
  readonly reason: string

  constructor(reason: string) {
    const retry_after_ms = RETRY_AFTER_S * 1000
    super(INTERNAL_ERROR, 'Service overloaded', { code: 'overloaded', reason, retry_after_ms })
    this.reason = reason
  }
}

export const RETRY_AFTER_S = 1
