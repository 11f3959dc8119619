// One side of a JSON-RPC conversation: matches answers to requests and carries cancellation both ways.
// `classify` decides what is a message; handlers decide what it does.
import { type Cancellation, Canceller } from '@jeeves/mcp-runtime'
import type { Broken, Channel, Delivery } from './channel.js'
import { classify } from './classify.js'
import { INTERNAL_ERROR, INVALID_REQUEST, SERVER_ERROR } from './codes.js'
import { Answer, ConnectionLost, type Fields, type Id } from './message.js'
import { readTopLevel, type TopLevel } from './result-span.js'
import { errorResponse, RpcError } from './rpc-error.js'

export interface IncomingRequest {
  readonly id: Id
  readonly method: string
  readonly params: Fields | undefined
  /** Aborted when the other side cancels or disconnects; the reason is a text. */
  readonly signal: Cancellation
}

export interface PeerHandlers {
  readonly request: (request: IncomingRequest) => Promise<unknown>
  readonly notification: (method: string, params: Fields | undefined) => void
  /** The received data is not a message; `refuse` answers it. */
  readonly broken: (broken: Broken, refuse: () => void) => void
  readonly closed: (reason: string) => void
}

interface Pending {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  readonly delivery: Delivery
}

export class Peer {
  readonly #channel: Channel
  readonly #handlers: PeerHandlers
  readonly #pending = new Map<Id, Pending>()
  readonly #incoming = new Map<Id, Canceller>()
  #idle: (() => void)[] = []
  #nextId = 1
  #closedReason: string | undefined

  constructor(channel: Channel, handlers: PeerHandlers) {
    this.#channel = channel
    this.#handlers = handlers
    channel.onValue = (value, line) => this.#receive(value, line)
    channel.onBroken = (broken) => this.#broken(broken)
    channel.onClose = (reason) => this.#close(reason)
  }

  get congested(): boolean {
    return this.#channel.congested
  }

  get closed(): boolean {
    return this.#closedReason !== undefined
  }

  /** An abort cancels on the other side too, and rejects with the signal's reason. */
  request(method: string, params?: Fields, signal?: Cancellation): Promise<Answer> {
    if (this.#closedReason !== undefined) {
      return Promise.reject(new ConnectionLost(this.#closedReason))
    }
    const id = this.#nextId++
    return new Promise<Answer>((resolve, reject) => {
      const settle = (then: () => void) => {
        this.#pending.delete(id)
        signal?.removeEventListener('abort', onAbort)
        then()
      }
      const onAbort = () => {
        this.notify('notifications/cancelled', {
          requestId: id,
          reason: abortError(signal).message,
        })
        settle(() => reject(abortError(signal)))
      }
      if (signal?.aborted) return reject(abortError(signal))
      signal?.addEventListener('abort', onAbort)
      const delivery = { wasSent: false }
      this.#pending.set(id, {
        delivery,
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (error) => settle(() => reject(error)),
      })
      this.#channel.send({ jsonrpc: '2.0', id, method, ...(params && { params }) }, delivery)
    })
  }

  notify(method: string, params?: Fields): void {
    this.#channel.send({ jsonrpc: '2.0', method, ...(params && { params }) })
  }

  /** Resolves when every request received so far is answered. */
  drained(): Promise<void> {
    if (this.#incoming.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  abortIncoming(reason: string): void {
    for (const incoming of this.#incoming.values()) incoming.abort(reason)
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  #receive(value: unknown, line?: string): void {
    const message = classify(value)
    switch (message.kind) {
      case 'request':
        // `classify` returns null only if that is allowed.
        if (message.id !== null) void this.#serve(message.id, message.method, message.params)
        return
      case 'notification':
        return this.#notified(message.method, message.params as Fields | undefined)
      case 'response':
        return this.#answered(message.id, message.message, message.fault, line)
      case 'invalid':
        return this.#broken({ code: INVALID_REQUEST, id: message.id, reason: message.reason })
    }
  }

  #answered(id: Id | null, message: Fields, fault: string | undefined, line?: string): void {
    const pending = id === null ? undefined : this.#pending.get(id)
    if (!pending) return
    if (fault !== undefined) {
      return pending.reject(new RpcError(SERVER_ERROR, `the answer is not JSON-RPC 2.0: ${fault}`))
    }
    const {
      result: text,
      structure,
      duplicate,
    } = line === undefined ? NOTHING_READ : readTopLevel(line)
    if (duplicate !== undefined) {
      const what = `the answer has the member ${JSON.stringify(duplicate)} twice`
      return pending.reject(new RpcError(SERVER_ERROR, what))
    }
    const { error } = message as { error?: { code?: number; message?: string; data?: unknown } }
    if (!error) return pending.resolve(new Answer(message['result'], text, structure))
    const { code = INTERNAL_ERROR, message: words = 'unknown error', data } = error
    pending.reject(new RpcError(code, words, data))
  }

  #broken(broken: Broken): void {
    this.#handlers.broken(broken, () => {
      const refusal = errorResponse(broken.id, new RpcError(broken.code))
      this.#channel.sendText(JSON.stringify(refusal), broken.id)
    })
  }

  #notified(method: string, params: Fields | undefined): void {
    if (method === 'notifications/cancelled') {
      const reason = params?.['reason']
      this.#incoming
        .get(params?.['requestId'] as Id)
        ?.abort(typeof reason === 'string' ? reason : 'cancelled by the caller')
      return
    }
    this.#handlers.notification(method, params)
  }

  async #serve(id: Id, method: string, given: unknown): Promise<void> {
    const params = given as Fields | undefined
    const signal = new Canceller()
    this.#incoming.set(id, signal)
    try {
      const result = await this.#handlers.request({ id, method, params, signal })
      // A cancelled request gets no answer.
      if (!signal.aborted) this.#answer(id, result)
    } catch (error) {
      if (!signal.aborted) this.#fail(id, error)
    } finally {
      this.#incoming.delete(id)
      if (this.#incoming.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  #answer(id: Id, result: unknown): void {
    const text = result instanceof Answer ? result.text : JSON.stringify(result)
    this.#channel.sendText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`, id)
  }

  /** A wrapped server's error is passed on in its own words. */
  #fail(id: Id, error: unknown): void {
    const known =
      error instanceof RpcError || !(error instanceof Error)
        ? error
        : new RpcError(INTERNAL_ERROR, error.message)
    this.#channel.sendText(JSON.stringify(errorResponse(id, known)), id)
  }

  #close(reason: string): void {
    if (this.#closedReason !== undefined) return
    this.#closedReason = reason
    for (const { reject, delivery } of this.#pending.values()) {
      reject(new ConnectionLost(reason, delivery))
    }
    this.abortIncoming(reason)
    this.#handlers.closed(reason)
  }
}

const NOTHING_READ: TopLevel = { result: undefined, structure: undefined, duplicate: undefined }

function abortError(signal: Cancellation | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error(String(reason))
}
