// The sessions of `wrap --http`: each client has its own gateway, with its own servers, as over
// stdio.
import { randomUUID } from 'node:crypto'
import { currentCaller } from '../../../http/callers.js'
import { HttpError } from '../../../http/http-error.js'
import { send } from '../../../http/respond.js'
import type { Exchange, Handler } from '../../../http/routes.js'
import type { EmitEvent } from '../../../process/events.js'
import type { Channel } from '../../../rpc/channel.js'
import { UNSUPPORTED_REVISION } from '../../../rpc/codes.js'
import { isFields, isId } from '../../../rpc/message.js'
import { claimedRevision } from '../../../rpc/revisions.js'
import { errorResponse, RpcError } from '../../../rpc/rpc-error.js'
import { SessionChannel } from './session-channel.js'

/** Runs one gateway until `stop` fires or its channel closes. */
export type RunSession = (connect: () => Channel, stop: AbortSignal) => Promise<void>

export interface EndpointLimits {
  readonly sessions: number
  readonly sessionIdleMs: number
  readonly idleMs: number
}

interface Session {
  readonly channel: SessionChannel
  /** Nobody else can use or end it. */
  readonly owner: string | undefined
  readonly stop: AbortController
  readonly ended: Promise<void>
  lastUsed: number
}

export class GatewayEndpoint {
  readonly #run: RunSession
  readonly #limits: EndpointLimits
  readonly #emit: EmitEvent
  readonly #sessions = new Map<string, Session>()
  readonly #sweep: NodeJS.Timeout

  constructor(run: RunSession, limits: EndpointLimits, emit: EmitEvent) {
    this.#run = run
    this.#limits = limits
    this.#emit = emit
    const every = Math.max(1000, limits.sessionIdleMs / 10)
    this.#sweep = setInterval(() => this.#dropIdle(), every)
    this.#sweep.unref()
  }

  get sessionCount(): number {
    return this.#sessions.size
  }

  readonly post: Handler = async ({ req, res, body }) => {
    const text = await body()
    const message = parse(text)
    const id = req.headers['mcp-session-id']
    if (isFields(message) && claimedRevision(message['params']) !== undefined) {
      const requestId = isId(message['id']) ? message['id'] : null
      return send(res, 400, JSON.stringify(errorResponse(requestId, newRevision())))
    }
    if (typeof id === 'string') return this.#find(id).channel.receive(message, text, res)
    if (!isFields(message) || message['method'] !== 'initialize') {
      throw new HttpError(400, 'no_session', 'begin with initialize, then send its Mcp-Session-Id')
    }
    const { session, sessionId } = this.#open()
    res.setHeader('mcp-session-id', sessionId)
    session.channel.receive(message, text, res)
  }

  readonly listen: Handler = async ({ req, res }) => {
    this.#find(req.headers['mcp-session-id']).channel.listen(res)
  }

  readonly end: Handler = async ({ req, res }: Exchange) => {
    const session = this.#find(req.headers['mcp-session-id'])
    session.stop.abort()
    await session.ended
    res.writeHead(204).end()
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    const all = [...this.#sessions.values()]
    for (const { stop } of all) stop.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }

  #find(id: unknown): Session {
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined
    if (!session || session.owner !== currentCaller()) {
      throw new HttpError(404, 'session_not_found', 'no such session: initialize a new one')
    }
    session.lastUsed = performance.now()
    return session
  }

  #open(): { readonly session: Session; readonly sessionId: string } {
    const { sessions, idleMs } = this.#limits
    if (this.#sessions.size >= sessions) {
      throw new HttpError(503, 'overloaded', `${sessions} sessions are open already`)
    }
    const sessionId = randomUUID()
    const channel = new SessionChannel(Math.floor(idleMs / 3))
    const stop = new AbortController()
    const connect = () => {
      // Read once the gateway is attached to it.
      setImmediate(() => channel.open())
      return channel
    }
    const ended = this.#run(connect, stop.signal)
      .catch((error: unknown) => {
        const { message } = error as Error
        this.#emit('error', 'gateway.session_failed', { data: { message } })
        channel.fail(message)
      })
      .then(() => channel.close())
      .finally(() => this.#sessions.delete(sessionId))
    const owner = currentCaller()
    const session: Session = { channel, owner, stop, ended, lastUsed: performance.now() }
    this.#sessions.set(sessionId, session)
    return { session, sessionId }
  }

  #dropIdle(): void {
    const oldest = performance.now() - this.#limits.sessionIdleMs
    for (const { channel, stop, lastUsed } of this.#sessions.values()) {
      if (channel.isIdle && lastUsed < oldest) stop.abort()
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'not_json', 'Parse error')
  }
}

/** Each session has its own servers, and this revision has no sessions. */
const newRevision = (): RpcError =>
  new RpcError(UNSUPPORTED_REVISION, 'Unsupported protocol version', {
    supported: ['2025-11-25', '2025-06-18', '2025-03-26'],
    requested: '2026-07-28',
  })
