// JSON-RPC 2.0 for one peer. The SDK's server drops what it cannot classify and words its own errors; the
// contract here is that every broken message gets its exact answer and nothing ends the connection.

import { RpcError } from '../rpc-error.js'

export type RequestId = string | number

export interface RpcRequest {
  readonly method: string
  readonly params: unknown
  /** Aborted by `notifications/cancelled` and by `abortAll`. */
  readonly signal: AbortSignal
}

export interface RpcAnswer {
  readonly result: object
  readonly onSent?: () => void
  readonly onSendFailed?: (error: unknown) => void
}

export interface RpcHandlers {
  request(request: RpcRequest): Promise<RpcAnswer>
  /** A line that is no JSON, or JSON that is no request. */
  rejected(code: -32700 | -32600): void
}

export interface RpcPeer {
  readonly receive: (line: string) => void
  readonly tooLong: () => void
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
  abortAll(reason: Error): void
}

const MESSAGES = {
  [-32700]: 'Parse error',
  [-32600]: 'Invalid Request',
  [-32601]: 'Method not found',
  [-32603]: 'Internal error',
} as const

interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export const methodNotFound = (): RpcError => new RpcError(-32601, MESSAGES[-32601])

export function createRpcPeer(
  handlers: RpcHandlers,
  send: (message: object) => Promise<void>,
): RpcPeer {
  const running = new Set<{ readonly id: RequestId; readonly stop: AbortController }>()
  let waiting: (() => void)[] = []

  const sendError = (id: RequestId | null, error: ErrorObject) =>
    send({ jsonrpc: '2.0', id, error }).catch(() => {})

  const reject = (code: -32700 | -32600, id: RequestId | null) => {
    handlers.rejected(code)
    void sendError(id, { code, message: MESSAGES[code] })
  }

  async function answer(id: RequestId, method: string, params: unknown): Promise<void> {
    const stop = new AbortController()
    const entry = { id, stop }
    running.add(entry)
    try {
      const request = { method, params, signal: stop.signal }
      const { result, onSent, onSendFailed } = await handlers.request(request)
      if (stop.signal.aborted) return
      await send({ jsonrpc: '2.0', id, result }).then(onSent, onSendFailed)
    } catch (error) {
      if (!stop.signal.aborted) await sendError(id, asErrorObject(error))
    } finally {
      running.delete(entry)
      if (running.size === 0) {
        for (const resolve of waiting) resolve()
        waiting = []
      }
    }
  }

  function cancel(params: unknown): void {
    const requestId = isObject(params) ? params.requestId : undefined
    for (const { id, stop } of running) {
      if (id === requestId) stop.abort(new Error('cancelled by the client'))
    }
  }

  return {
    receive(line) {
      const message = parse(line)
      if (message === undefined) return reject(-32700, null)
      if (!isObject(message)) return reject(-32600, null)
      const { jsonrpc, id, method, params } = message
      // Nothing is ever asked of the client, so nothing waits for an answer of its own.
      if (method === undefined && ('result' in message || 'error' in message)) return
      const hasId = 'id' in message
      if (jsonrpc !== '2.0' || typeof method !== 'string' || (hasId && !isId(id))) {
        return reject(-32600, isId(id) ? id : null)
      }
      if (isId(id)) void answer(id, method, params)
      else if (method === 'notifications/cancelled') cancel(params)
    },
    tooLong: () => reject(-32600, null),
    idle: () =>
      running.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push(resolve)
          }),
    abortAll(reason) {
      for (const { stop } of running) stop.abort(reason)
    },
  }
}

/** `undefined` for what is no JSON: JSON itself has no such value. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (id: unknown): id is RequestId => typeof id === 'string' || typeof id === 'number'

function asErrorObject(error: unknown): ErrorObject {
  if (!(error instanceof RpcError)) return { code: -32603, message: MESSAGES[-32603] }
  const { code, message, data } = error
  return { code, message, ...(data && { data }) }
}
