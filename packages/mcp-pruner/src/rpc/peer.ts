// One side of a JSON-RPC conversation: matches answers to requests and carries cancellation both ways.
// It validates nothing else: what it does not know, it hands on.

import type { Channel } from './channel.js'
import { Answer, ConnectionLost, type Fields, type Id, type Message } from './message.js'
import { RpcError } from './rpc-error.js'

export interface IncomingRequest {
  readonly method: string
  readonly params: Fields | undefined
  /** Aborted when the other side cancels, or goes away; the reason is a text. */
  readonly signal: AbortSignal
}

export interface PeerHandlers {
  readonly request: (request: IncomingRequest) => Promise<unknown>
  readonly notification: (method: string, params: Fields | undefined) => void
  readonly closed: (reason: string) => void
}

interface Pending {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

const INTERNAL_ERROR = -32603

export class Peer {
  readonly #channel: Channel
  readonly #handlers: PeerHandlers
  readonly #pending = new Map<Id, Pending>()
  readonly #incoming = new Map<Id, AbortController>()
  #idle: (() => void)[] = []
  #nextId = 1
  #closedReason: string | undefined

  constructor(channel: Channel, handlers: PeerHandlers) {
    this.#channel = channel
    this.#handlers = handlers
    channel.onMessage = (message, line) => this.#receive(message, line)
    channel.onClose = (reason) => this.#close(reason)
  }

  get congested(): boolean {
    return this.#channel.congested
  }

  get closed(): boolean {
    return this.#closedReason !== undefined
  }

  /** An abort cancels on the other side too, and rejects with the signal's reason. */
  request(method: string, params?: Fields, signal?: AbortSignal): Promise<Answer> {
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
      this.#pending.set(id, {
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (error) => settle(() => reject(error)),
      })
      this.#channel.send({ jsonrpc: '2.0', id, method, ...(params && { params }) })
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
    for (const controller of this.#incoming.values()) controller.abort(reason)
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  #receive(message: Message, line?: string): void {
    const { id, method, params } = message
    if (typeof method === 'string') {
      if (id === undefined || id === null) this.#notified(method, params)
      else void this.#serve(id, method, params)
      return
    }
    if (id === undefined || id === null) return
    const pending = this.#pending.get(id)
    if (!pending) return
    const { error } = message as { error?: { code?: number; message?: string; data?: object } }
    if (error) {
      pending.reject(
        new RpcError(error.code ?? INTERNAL_ERROR, error.message ?? 'unknown error', error.data),
      )
    } else pending.resolve(new Answer(message['result'], line))
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

  async #serve(id: Id, method: string, params: Fields | undefined): Promise<void> {
    const controller = new AbortController()
    this.#incoming.set(id, controller)
    try {
      const result = await this.#handlers.request({ method, params, signal: controller.signal })
      // A cancelled request gets no answer.
      if (!controller.signal.aborted) this.#answer(id, result)
    } catch (error) {
      if (!controller.signal.aborted) this.#channel.send(errorMessage(id, error))
    } finally {
      this.#incoming.delete(id)
      if (this.#incoming.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    }
  }

  #answer(id: Id, result: unknown): void {
    const text = result instanceof Answer ? result.text : JSON.stringify(result)
    this.#channel.sendText(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`)
  }

  #close(reason: string): void {
    if (this.#closedReason !== undefined) return
    this.#closedReason = reason
    for (const pending of this.#pending.values()) pending.reject(new ConnectionLost(reason))
    this.abortIncoming(reason)
    this.#handlers.closed(reason)
  }
}

function abortError(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new Error(String(reason))
}

function errorMessage(id: Id, error: unknown): Message {
  const body =
    error instanceof RpcError
      ? {
          code: error.code,
          message: error.message,
          ...(error.data !== undefined && { data: error.data }),
        }
      : { code: INTERNAL_ERROR, message: error instanceof Error ? error.message : String(error) }
  return { jsonrpc: '2.0', id, error: body }
}
