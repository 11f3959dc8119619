// The transport under the SDK's server. The SDK's own drops what it cannot classify, closes the connection at an
// overlong line, and considers a buffered write done; this one answers and checks.
import type { Readable, Writable } from 'node:stream'
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server'
import { classify } from '../rpc/classify.js'
import { INVALID_REQUEST, PARSE_ERROR } from '../rpc/codes.js'
import { createLineReader, MAX_LINE_BYTES } from '../rpc/line-reader.js'
import { type Id, isFields, isId } from '../rpc/message.js'
import { unsupportedRevision } from '../rpc/revisions.js'
import { errorResponse, RpcError } from '../rpc/rpc-error.js'
import { wrapParams } from '../rpc/sdk-server.js'
import { printMessage } from './shared-text.js'

/** For a sender that cannot know the limit. */
const LINE_TOO_LONG = {
  code: 'REQUEST_TOO_LARGE',
  message: `the line is longer than ${MAX_LINE_BYTES} bytes`,
  limit: MAX_LINE_BYTES,
}

export interface LineTransportOptions {
  readonly input: Readable
  readonly output: Writable
  /** A line that is not JSON, or JSON that is not a request; it has been answered. */
  readonly onRejected: (code: number) => void
  readonly onInputEnd: () => void
}

export interface Delivery {
  readonly sent: () => void
  readonly failed: (error: unknown) => void
}

export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #options: LineTransportOptions
  readonly #unanswered = new Map<Id, number>()
  readonly #deliveries = new Map<Id, Delivery>()
  #waiting: (() => void)[] = []
  #closed = false

  constructor(options: LineTransportOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { input, onInputEnd } = this.#options
    const lines = createLineReader(
      (line) => this.#receive(line),
      ({ id, isResponse }, actual) => {
        if (!isResponse) this.#reject(INVALID_REQUEST, id, { ...LINE_TOO_LONG, actual })
      },
    )
    input.on('data', lines.push)
    input.once('end', () => {
      lines.end()
      onInputEnd()
    })
  }

  /** Resolves when the client's side of the pipe has received it. */
  async send(message: JSONRPCMessage): Promise<void> {
    const id = 'method' in message ? undefined : message.id
    const delivery = id === undefined ? undefined : this.#deliveries.get(id)
    try {
      await this.#write(message)
      delivery?.sent()
    } catch (error) {
      delivery?.failed(error)
      throw error
    } finally {
      if (id !== undefined) this.#settle(id)
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#options.input.pause()
    this.onclose?.()
  }

  /** Reports what becomes of the answer to the request `id`. */
  watch(id: Id, delivery: Delivery): void {
    this.#deliveries.set(id, delivery)
  }

  /** Resolves when every request that was read is answered or cancelled. */
  idle(): Promise<void> {
    if (this.#unanswered.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
    })
  }

  #receive(line: string): void {
    if (this.#closed) return
    const value = parse(line)
    if (value === undefined) return this.#reject(PARSE_ERROR, null)
    const message = classify(value)
    if (message.kind === 'invalid') return this.#reject(INVALID_REQUEST, message.id)
    // The server sends no requests, so nothing waits for answers.
    if (message.kind === 'response') return
    if (message.kind === 'notification') {
      this.onmessage?.(value as JSONRPCMessage)
      const { method, params } = message
      const cancelled = isFields(params) ? params['requestId'] : undefined
      if (method === 'notifications/cancelled' && isId(cancelled)) this.#settle(cancelled)
      return
    }
    const { id, method, params } = message
    if (id === null) return
    const unsupported = unsupportedRevision(params)
    if (unsupported) return void this.#write(errorResponse(id, unsupported)).catch(() => {})
    this.#unanswered.set(id, (this.#unanswered.get(id) ?? 0) + 1)
    const isReadable = isJSONRPCRequest(value)
    this.onmessage?.(
      isReadable ? value : { jsonrpc: '2.0', id, method, params: wrapParams(params) },
    )
  }

  #reject(code: number, id: Id | null, data?: object): void {
    this.#options.onRejected(code)
    this.#write(errorResponse(id, new RpcError(code, undefined, data))).catch(() => {})
  }

  #settle(id: Id): void {
    const left = (this.#unanswered.get(id) ?? 1) - 1
    if (left > 0) this.#unanswered.set(id, left)
    else {
      this.#unanswered.delete(id)
      this.#deliveries.delete(id)
    }
    if (this.#unanswered.size === 0) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #write(message: object): Promise<void> {
    const { output } = this.#options
    return new Promise((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      const pieces = printMessage(message)
      if (pieces.length > 1) output.cork()
      for (const piece of pieces) output.write(piece, piece === pieces.at(-1) ? done : undefined)
      output.uncork()
    })
  }
}

/** `undefined` for invalid JSON: JSON itself has no such value. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
