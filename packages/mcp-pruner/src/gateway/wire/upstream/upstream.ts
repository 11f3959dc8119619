// One wrapped server for the whole life of the gateway: started, initialized, and restarted
// when it goes down. Requests that arrive while it is down wait briefly; requests that were
// in progress when it went down are lost, and never sent twice.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Cancellation } from '@jeeves/mcp-runtime'
import { AppError, isAppError } from '../../../errors/app-error.js'
import type { EmitEvent } from '../../../process/events.js'
import { withEnvelope, withoutEnvelope, withoutStamp } from '../../../rpc/envelope.js'
import { Answer, ConnectionLost, type Fields, isFields } from '../../../rpc/message.js'
import { Peer } from '../../../rpc/peer.js'
import { Backoff, untilBack } from './backoff.js'
import { askUntilComplete, clientIdentityOf, handshake } from './handshake.js'
import { openChannel, watchBroken } from './open-channel.js'
import { ResourceListens } from './resource-listens.js'
import { describeSpec, type UpstreamHandlers, type UpstreamSpec } from './spec.js'

/** A server may give a reason of any length. */
const MAX_REASON = 300

const subscriptionKey = (uri: string): string => `subscription ${uri}`

export class Upstream {
  readonly spec: UpstreamSpec
  /** Why it cannot be used now; absent if it can. */
  failure: string | undefined
  /** Its last `initialize` result. */
  info: Fields = {}
  readonly #handlers: UpstreamHandlers
  readonly #emit: EmitEvent
  readonly #backoff = new Backoff()
  readonly #closing = new AbortController()
  isClosed = false
  /** The current connection; while it is down, `#returning` leads to the next one. */
  #live: Peer | undefined
  #returning: Promise<Peer> | undefined
  #introduction: Fields | undefined
  #announced = false
  /** It speaks 2026-07-28. */
  #isModern = false
  #logLevel: unknown
  /** Requests to repeat after a restart, such as the log level; keyed by what they set. */
  readonly #settings = new Map<string, { method: string; params: Fields }>()
  readonly #listens = new ResourceListens()
  /** Progress listeners of calls, by token. */
  readonly #listening = new Map<string | number, () => void>()

  constructor(spec: UpstreamSpec, handlers: UpstreamHandlers, emit: EmitEvent) {
    this.spec = spec
    this.#handlers = handlers
    this.#emit = emit
  }

  get name(): string {
    return this.spec.name
  }

  /** The user's name for it, otherwise its own. */
  get label(): string {
    const own = isFields(this.info['serverInfo']) ? this.info['serverInfo']['name'] : undefined
    return this.spec.isNamed || typeof own !== 'string' ? this.name : own
  }

  /** What its callers are told while it cannot be used. */
  get unavailable(): string | undefined {
    if (this.failure === undefined) return undefined
    const next =
      this.spec.kind === 'broken' ? 'Correct its entry in the configuration' : 'It is tried again'
    return `The server ${this.label} is not available: ${this.failure.slice(0, MAX_REASON)}. ${next}`
  }

  /** The capability `name` as the server declared it. */
  capability(name: string): Fields | undefined {
    const all = this.info['capabilities']
    const found = isFields(all) ? all[name] : undefined
    return isFields(found) ? found : undefined
  }

  /** It has answered `initialize` at least once. */
  get isIntroduced(): boolean {
    return this.#introduction !== undefined
  }

  async start(): Promise<void> {
    try {
      this.#live = await this.#connect()
    } catch (error) {
      throw this.startError((error as Error).message)
    }
  }

  /** Initializes it; `params` are the client's own `initialize` parameters. */
  async initialize(params: Fields): Promise<void> {
    const peer = this.#live ?? (await this.#return())
    try {
      await this.#handshake(peer, params)
    } catch (error) {
      const failure = this.startError((error as Error).message)
      if (isAppError(error, 'no_answer')) this.#handlers.failed(failure)
      throw failure
    }
    this.#introduction = params
    this.#backoff.connected()
  }

  /**
   * Starts it without making others wait: failures are reported to its callers, and it is retried. Resolves
   * after the first attempt.
   */
  async begin(params: Fields): Promise<void> {
    this.#introduction = params
    if (this.spec.kind === 'broken') {
      this.#fail(this.spec.problem)
      return
    }
    this.failure = 'it is still starting'
    const first = this.#attempt(params)
    this.#returning = first.then((peer) => (peer ? this.#up(peer) : this.#restart(params)))
    this.#returning.catch(() => {})
    await first
  }

  #fail(reason: string): void {
    this.failure = reason
    this.#emit('error', 'upstream.start_failed', { data: { server: this.name, reason } })
  }

  #up(peer: Peer): Peer {
    this.#live = peer
    this.failure = undefined
    this.#backoff.connected()
    this.#handlers.restarted(this)
    return peer
  }

  announce(): void {
    this.#announced = true
    if (!this.#isModern) this.notify('notifications/initialized')
  }

  request(method: string, params?: Fields, signal?: Cancellation): Promise<Answer> {
    const peer = this.#live
    return peer
      ? this.#ask(peer, method, params, signal)
      : this.#return(signal).then((back) => this.#ask(back, method, params, signal))
  }

  #ask(peer: Peer, method: string, params?: Fields, signal?: Cancellation): Promise<Answer> {
    if (!this.#isModern) return peer.request(method, withoutEnvelope(params), signal)
    const client = clientIdentityOf(this.#introduction ?? {})
    const enveloped = withEnvelope(params, client, this.#logLevel)
    const ask = (inputMethod: string, inputParams: Fields | undefined) =>
      this.#handlers.request(this, {
        id: method,
        method: inputMethod,
        params: inputParams,
        signal: signal ?? this.#closing.signal,
      })
    return askUntilComplete(
      enveloped,
      (given) => peer.request(method, given, signal),
      this.#handlers.answersWhileCalled() ? ask : undefined,
    )
  }

  /** Sends the request now, and again after each restart. */
  async #set(key: string, method: string, params: Fields, signal: Cancellation): Promise<Answer> {
    const answer = await this.request(method, params, signal)
    this.#settings.set(key, { method, params })
    return answer
  }

  /** `params` are those of `logging/setLevel`; since 2026-07-28 each request carries the level itself. */
  async setLogLevel(params: Fields, signal: Cancellation): Promise<Answer> {
    this.#logLevel = params['level']
    return this.#isModern
      ? new Answer({})
      : this.#set('log level', 'logging/setLevel', params, signal)
  }

  /** `params` are those of `resources/subscribe`. */
  async subscribe(params: Fields, signal: Cancellation): Promise<Answer> {
    const uri = String(params['uri'])
    const peer = this.#live ?? (await this.#return(signal))
    if (!this.#isModern)
      return this.#set(subscriptionKey(uri), 'resources/subscribe', params, signal)
    this.#listens.start(uri, peer, clientIdentityOf(this.#introduction ?? {}))
    return new Answer({})
  }

  async unsubscribe(params: Fields, signal: Cancellation): Promise<Answer> {
    const uri = String(params['uri'])
    this.#listens.stop(uri)
    this.#settings.delete(subscriptionKey(uri))
    return this.#isModern ? new Answer({}) : this.request('resources/unsubscribe', params, signal)
  }

  notify(method: string, params?: Fields): void {
    this.#live?.notify(method, params)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#returning?.catch(() => undefined)
    await this.#live?.close()
    this.isClosed = true
  }

  /** The connection once it is back. */
  async #return(signal?: Cancellation): Promise<Peer> {
    const isStarting = this.#returning !== undefined && this.failure?.endsWith('starting') !== false
    if (!this.#returning || !isStarting)
      throw new ConnectionLost(this.failure ?? 'it is not started')
    return untilBack(this.#returning, signal)
  }

  async #connect(): Promise<Peer> {
    const channel = await openChannel(this.spec, this.#emit)
    const peer: Peer = new Peer(channel, {
      request: (request) => this.#handlers.request(this, request),
      notification: (method, params) => this.#notified(method, params),
      broken: watchBroken(this.name, this.#emit, (why) => {
        if (!this.#introduction) this.#handlers.failed(this.startError(why))
      }),
      closed: (reason) => this.#lost(peer, reason),
    })
    return peer
  }

  async #handshake(peer: Peer, params: Fields): Promise<void> {
    const { info, isModern } = await handshake(peer, params, this.spec)
    this.info = info
    this.#isModern = isModern
    if (isModern) this.#listens.resume(peer, clientIdentityOf(params))
  }

  /** Called for each progress report of the call with this token, until the returned function is called. */
  onProgress(token: string | number, listener: () => void): () => void {
    this.#listening.set(token, listener)
    return () => this.#listening.delete(token)
  }

  #notified(method: string, params: Fields | undefined): void {
    if (method === 'notifications/progress') {
      this.#listening.get(params?.['progressToken'] as string | number)?.()
    }
    if (method === 'notifications/subscriptions/acknowledged') return
    this.#handlers.notification(this, method, withoutStamp(params))
  }

  #lost(peer: Peer, reason: string): void {
    if (peer !== this.#live || this.#closing.signal.aborted) return
    this.#live = undefined
    if (!this.#introduction) return this.#handlers.failed(this.startError(reason))
    this.#emit('warn', 'upstream.lost', { data: { server: this.name, reason } })
    this.#returning = this.#restart(this.#introduction)
    this.#returning.catch(() => {})
  }

  async #restart(introduction: Fields): Promise<Peer> {
    for (;;) {
      const delay = this.#backoff.next()
      await sleep(delay, undefined, { signal: this.#closing.signal })
      const peer = await this.#attempt(introduction)
      if (!peer) continue
      this.#emit('info', 'upstream.restarted', { data: { server: this.name, waited_ms: delay } })
      return this.#up(peer)
    }
  }

  async #attempt(introduction: Fields): Promise<Peer | undefined> {
    let peer: Peer | undefined
    try {
      peer = await this.#connect()
      await this.#handshake(peer, introduction)
      if (this.#announced && !this.#isModern) peer.notify('notifications/initialized')
      for (const { method, params } of this.#settings.values()) {
        await peer.request(method, params).catch(() => {})
      }
      if (peer.closed) throw new ConnectionLost('it went away again')
      return peer
    } catch (error) {
      const reason = (error as Error).message
      if (this.failure !== undefined) this.failure = reason
      const data = { server: this.name, reason }
      this.#emit('error', 'upstream.restart_failed', { data })
      await peer?.close()
      return undefined
    }
  }

  startError(reason: string): AppError {
    const server = JSON.stringify(describeSpec(this.spec))
    return new AppError('start_failed', `cannot start ${server}: ${reason}`)
  }
}
