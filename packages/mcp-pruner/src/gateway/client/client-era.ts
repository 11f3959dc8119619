// The client's side of the gateway in either era: requests of 2026-07-28 identify their client themselves, are never
// asked back while they run, and are answered in their own format. Everything else follows `initialize`.
import { INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND } from '../../rpc/codes.js'
import { type Introduction, readEnvelope } from '../../rpc/envelope.js'
import { type Fields, isFields } from '../../rpc/message.js'
import type { IncomingRequest } from '../../rpc/peer.js'
import { claimedRevision } from '../../rpc/revisions.js'
import { RpcError } from '../../rpc/rpc-error.js'
import type { Upstream } from '../upstream/upstream.js'
import { InputRounds } from './input-rounds.js'
import { asModernResult, discovered } from './modern-results.js'
import type { Session } from './session.js'
import { Subscriptions } from './subscriptions.js'

/** Removed in the revision that made requests self-contained. */
const REMOVED: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
])
const CAN_ASK: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read'])

/** The `initialize` parameters for a server that needs the handshake. */
const HANDSHAKE_REVISION = '2025-11-25'

export class ClientEra {
  readonly #session: Session
  readonly #notify: (method: string, params?: Fields) => void
  readonly #rounds = new InputRounds()
  readonly #subscriptions: Subscriptions
  #era: 'open' | 'legacy' | 'modern' = 'open'
  #initializeResult: Promise<Fields> | undefined

  constructor(session: Session, notify: (method: string, params?: Fields) => void) {
    this.#session = session
    this.#notify = notify
    this.#subscriptions = new Subscriptions(notify)
  }

  get isModern(): boolean {
    return this.#era === 'modern'
  }

  fromClient(request: IncomingRequest): Promise<unknown> {
    const { method, params } = request
    const claims = claimedRevision(params) !== undefined
    const isLegacy = !claims && (method === 'initialize' || this.#era !== 'modern')
    if (method === 'initialize' && isLegacy) this.#era = 'legacy'
    return isLegacy ? this.#session.fromClient(request) : this.#fromModern(request)
  }

  async #fromModern(request: IncomingRequest): Promise<unknown> {
    const { method, params } = request
    const client = readEnvelope(params)
    if (REMOVED.has(method)) throw new RpcError(METHOD_NOT_FOUND)
    if (method !== 'server/discover' && this.#era === 'open') this.#era = 'modern'
    return asModernResult(method, await this.#answer(request, client).catch(asModernError))
  }

  /** A request of a wrapped server. */
  fromUpstream(upstream: Upstream, request: IncomingRequest): Promise<unknown> {
    if (!this.isModern || request.method === 'ping') {
      return this.#session.fromUpstream(upstream, request)
    }
    return this.#rounds.ask(request)
  }

  notify(method: string, params?: Fields): void {
    if (this.isModern && this.#subscriptions.route(method, params)) return
    this.#notify(method, params)
  }

  async #answer(request: IncomingRequest, client: Introduction): Promise<unknown> {
    const { method } = request
    const initializeResult = await this.#handshake(client)
    if (method === 'server/discover') return discovered(initializeResult)
    if (method === 'subscriptions/listen') {
      await this.#subscribe(request)
      return this.#subscriptions.listen(request)
    }
    const work = (asked: IncomingRequest) => this.#session.fromClient(asked)
    return CAN_ASK.has(method)
      ? this.#rounds.run(request, client.capabilities, work)
      : work(request)
  }

  /** Servers that need `initialize` get it once, with the first client's parameters. */
  #handshake(client: Introduction): Promise<Fields> {
    this.#initializeResult ??= this.#session
      .handshake({ protocolVersion: HANDSHAKE_REVISION, ...client })
      .catch((error: unknown) => {
        this.#initializeResult = undefined
        throw error
      })
    return this.#initializeResult
  }

  async #subscribe({ id, params, signal }: IncomingRequest): Promise<void> {
    const wanted = isFields(params?.['notifications']) ? params['notifications'] : {}
    const uris = wanted['resourceSubscriptions']
    for (const uri of Array.isArray(uris) ? uris : []) {
      const ask = (method: string) =>
        this.#session.fromClient({ id, method, params: { uri }, signal }).catch(() => {})
      await ask('resources/subscribe')
      signal.addEventListener('abort', () => void ask('resources/unsubscribe'))
    }
  }
}

/** Before 2026-07-28 a missing resource has an error code of its own. */
function asModernError(error: unknown): never {
  if (error instanceof RpcError && error.code === RESOURCE_NOT_FOUND) {
    throw new RpcError(INVALID_PARAMS, error.message, error.data)
  }
  throw error
}
