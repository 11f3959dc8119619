// The client's side of the gateway in either era: requests of 2026-07-28 identify their client themselves, are never
// asked back while they run, and are answered in their own format. Everything else follows `initialize`.

import { SERVER_NAME, VERSION } from '../../../process/version.js'
import { INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND } from '../../../rpc/codes.js'
import { type Introduction, readEnvelope } from '../../../rpc/envelope.js'
import { Answer, type Fields, isFields } from '../../../rpc/message.js'
import { SERVER_INFO_KEY } from '../../../rpc/meta-keys.js'
import type { IncomingRequest } from '../../../rpc/peer.js'
import { claimedRevision } from '../../../rpc/revisions.js'
import { RpcError } from '../../../rpc/rpc-error.js'
import type { Upstream } from '../upstream/upstream.js'
import { InputRounds } from './input-rounds.js'
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
    const work = (incoming: IncomingRequest) => this.#session.fromClient(incoming)
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

/** Lists change with their servers, so clients are not allowed to cache them. */
const CACHE = { ttlMs: 0, cacheScope: 'private' } as const
const CACHEABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
])

export function asModernResult(method: string, result: unknown): unknown {
  const value = result instanceof Answer ? result.value : result
  if (!isFields(value)) return result
  const isComplete = value['resultType'] === undefined || value['resultType'] === 'complete'
  const wanted: Fields = {
    resultType: 'complete',
    ...(isComplete && CACHEABLE.has(method) && CACHE),
  }
  const missing = Object.entries(wanted).filter(([key]) => value[key] === undefined)
  if (missing.length === 0) return result
  const text = result instanceof Answer ? result.text : JSON.stringify(result)
  const members = missing.map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`)
  const rest = text.slice(text.indexOf('{') + 1)
  const isEmpty = Object.keys(value).length === 0
  const stamped = `{${members.join(',')}${isEmpty ? '' : ','}${rest}`
  return new Answer({ ...value, ...Object.fromEntries(missing) }, stamped)
}

/** The answer to `server/discover`, derived from the answer to `initialize`. */
export function discovered({ capabilities, instructions, serverInfo }: Fields): Fields {
  const identity = isFields(serverInfo) ? serverInfo : { name: SERVER_NAME, version: VERSION }
  const { tasks: _, ...offered } = isFields(capabilities) ? capabilities : {}
  return {
    supportedVersions: ['2026-07-28'],
    capabilities: offered,
    ...(typeof instructions === 'string' && { instructions }),
    _meta: { [SERVER_INFO_KEY]: identity },
  }
}
