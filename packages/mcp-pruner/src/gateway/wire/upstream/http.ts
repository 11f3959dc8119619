// A wrapped server behind Streamable HTTP, through the SDK's own transport.

import { join } from 'node:path'
import { runWithTimeout } from '@jeeves/mcp-runtime'
import { StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { EmitEvent } from '../../../process/events.js'
import type { Channel, Delivery } from '../../../rpc/channel.js'
import { SERVER_ERROR } from '../../../rpc/codes.js'
import type { Message } from '../../../rpc/message.js'
import { processEnv } from '../../../settings/environment.js'
import { defaultDataFolder } from '../../../settings/folders.js'
import { ExactBodies } from './exact-bodies.js'
import { type Authorization, authorizationFor } from './oauth.js'
import type { HttpSpec } from './spec.js'

const SESSION_GONE = 404
const PING_MS = 5000

export class HttpChannel implements Channel {
  onValue: Channel['onValue'] = () => {}
  onBroken: Channel['onBroken'] = () => {}
  onClose: Channel['onClose'] = () => {}
  readonly congested = false
  readonly #transport: StreamableHTTPClientTransport
  readonly #refusals: Refusals
  readonly #bodies: ExactBodies
  readonly #authorization: Authorization | undefined
  /** While the user is asked for permission, nothing else is sent. */
  #authorizing: Promise<void> | undefined
  #closed = false
  #asking = false

  private constructor(
    transport: StreamableHTTPClientTransport,
    refusals: Refusals,
    bodies: ExactBodies,
    authorization: Authorization | undefined,
  ) {
    this.#transport = transport
    this.#refusals = refusals
    this.#bodies = bodies
    this.#authorization = authorization
    // The SDK's transports have these two as plain properties.
    Object.assign(transport, {
      onmessage: (message: Message) => this.#receive(message),
      onerror: () => void this.#check(),
    })
  }

  static async open(spec: HttpSpec, emit: EmitEvent): Promise<HttpChannel> {
    const refusals: Refusals = {}
    const bodies = new ExactBodies()
    const authorization = await authorizationFor(
      spec,
      join(defaultDataFolder(processEnv), 'oauth'),
      emit,
    )
    const transport = new StreamableHTTPClientTransport(new URL(spec.url), {
      requestInit: { headers: { ...spec.headers } },
      ...(authorization && { authProvider: authorization.provider }),
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        const challenge = response.headers.get('www-authenticate')
        if (response.status === 401 || response.status === 403) {
          refusals.last = { status: response.status, challenge }
        }
        return bodies.watch(response)
      },
    })
    await transport.start()
    return new HttpChannel(transport, refusals, bodies, authorization)
  }

  send(message: Message, delivery: Delivery = { wasSent: false }): void {
    this.#send(message, delivery).catch((error: unknown) => {
      if (neverConnected(error)) delivery.wasSent = false
      this.#refused(message, error)
    })
  }

  async #send(message: Message, delivery: Delivery): Promise<void> {
    const sent = message as unknown as JSONRPCMessage
    await this.#authorizing?.catch(() => {})
    delivery.wasSent = true
    try {
      await this.#transport.send(sent)
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || !this.#authorization?.answer) throw error
      this.#authorizing ??= this.#authorize(this.#authorization.answer)
      await this.#authorizing
      await this.#transport.send(sent)
    }
  }

  async #authorize(answer: () => Promise<URLSearchParams>): Promise<void> {
    try {
      await this.#transport.finishAuth(await answer())
    } finally {
      this.#authorizing = undefined
    }
  }

  sendText(text: string): void {
    this.send(JSON.parse(text) as Message)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    await this.#transport.terminateSession().catch(() => {})
    await this.#transport.close()
    this.#close('it was closed')
  }

  #receive(message: Message): void {
    const result = message['result'] as { protocolVersion?: unknown } | undefined
    // Only `initialize` returns it, and every later request must carry it.
    if (typeof result?.protocolVersion === 'string') {
      this.#transport.setProtocolVersion(result.protocolVersion)
    }
    const text = this.#bodies.take(message.id)
    if (text === undefined) this.onValue(message)
    else this.onValue(JSON.parse(text), text)
  }

  /** A refused request is answered, so that nobody waits for it; a lost session closes the channel. */
  #refused(message: Message, error: unknown): void {
    if (this.#closed) return
    const { status, message: text } = error as { status?: unknown; message?: string }
    const refusal = reason(error)
    // A server that does not know the method may take it for one of an unknown session.
    const isGone = status === SESSION_GONE && message.method !== 'server/discover'
    if (typeof status !== 'number' || isGone) return this.#close(refusal)
    if (message.id !== undefined && message.method !== undefined) {
      const body = {
        code: SERVER_ERROR,
        message: this.#explained(status, text ?? refusal),
        data: { httpStatus: status },
      }
      this.onValue({ jsonrpc: '2.0', id: message.id, error: body })
    }
  }

  /** A refused caller learns what the server requires, and where to configure it. */
  #explained(status: number, text: string): string {
    const { last } = this.#refusals
    if (last?.status !== status) return text
    const challenge = last.challenge === null ? '' : `; it asks for: ${last.challenge}`
    const hint = 'give it "headers", such as "Authorization", or "oauth" in the configuration'
    return `HTTP ${status}: ${text}${challenge}; ${hint}`
  }

  /** A broken stream does not identify its request: check whether the server is still up. */
  async #check(): Promise<void> {
    if (this.#closed || this.#asking || this.#transport.protocolVersion === undefined) return
    this.#asking = true
    const ping = { jsonrpc: '2.0', id: 'mcp-pruner-ping', method: 'ping' } as const
    const sent = await runWithTimeout(() => this.#transport.send(ping), { timeoutMs: PING_MS })
    if (sent.status === 'timeout') this.#close('no answer to a ping')
    if (sent.status === 'error') this.#close(reason(sent.error.cause))
    this.#asking = false
  }

  #close(why: string): void {
    if (this.#closed) return
    this.#closed = true
    this.#transport.close().catch(() => {})
    this.onClose(why)
  }
}

/** The last answer that demanded other credentials. */
interface Refusals {
  last?: { readonly status: number; readonly challenge: string | null }
}

/** No connection could be made, so nothing was sent. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const neverConnected = (error: unknown): boolean =>
  NEVER_CONNECTED.has((error as FetchError).cause?.code)

interface FetchError {
  readonly message?: string
  readonly cause?: { readonly code?: string; readonly message?: string }
}

/** `fetch failed` hides the reason in its cause. */
function reason(error: unknown): string {
  const { message, cause } = error as FetchError
  const detail = cause?.code ?? cause?.message
  return detail ? `${message} (${detail})` : (message ?? String(error))
}
