// The one error that carries a JSON-RPC error object, and its form on the wire.
import { INTERNAL_ERROR, messageOf } from './codes.js'
import type { Id } from './message.js'

/** Thrown by a request handler to choose the JSON-RPC error, including its message. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string = messageOf(code), data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export interface ErrorResponse {
  readonly jsonrpc: '2.0'
  readonly id: Id | null
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Any other error is internal; its message is for the log. */
export function errorResponse(id: Id | null, error: unknown): ErrorResponse {
  const known = error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR)
  const { code, message, data } = known
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
}
