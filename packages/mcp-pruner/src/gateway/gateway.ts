// Wires the parts together: the wrapped servers on one side, the client on the other, calls in between.
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { EmitEvent } from '../process/events.js'
import type { Channel } from '../rpc/channel.js'
import { Peer } from '../rpc/peer.js'
import type { Additions } from './client/additions.js'
import { ClientEra } from './client/client-era.js'
import { type Outlet, Session } from './client/session.js'
import { deferred } from './deferred.js'
import type { UpstreamSpec } from './upstream/spec.js'
import { NO_ANSWER, Upstream } from './upstream/upstream.js'
import type { UpstreamHandlers } from './upstream/upstream-handlers.js'

/** Calls in progress when the client closes its side get this long to finish. */
const DRAIN_MS = 10_000
/** A client that left without a message still learns of a server that cannot be started. */
const START_MS = 1000

export interface GatewayOptions {
  readonly upstreams: readonly UpstreamSpec[]
  /** The connection to the client; `onEnd` is called when it closes. */
  readonly connect: (onEnd: () => void) => Channel
  readonly additions: Additions
  readonly emit: EmitEvent
  /** Reports changed servers, until the returned function is called. */
  readonly watch?: (changed: (upstreams: readonly UpstreamSpec[]) => void) => () => void
  /** Ends the gateway. */
  readonly stop: AbortSignal
}

/** Runs until the client leaves or `stop` fires. Rejects with `start_failed` when a server cannot be started. */
export async function runGateway(options: GatewayOptions): Promise<void> {
  const { additions, emit, stop } = options
  let session: Session | undefined
  let era: ClientEra | undefined
  const failed = deferred<never>()
  failed.promise.catch(() => {})
  const handlers: UpstreamHandlers = {
    request: async (from, request) => era?.fromUpstream(from, request),
    answersWhileCalled: () => !era?.isModern,
    notification: (from, method, params) => session?.notifiedByUpstream(from, method, params),
    restarted: (upstream) => session?.restarted(upstream),
    failed: failed.reject,
  }
  let upstreams = options.upstreams.map((spec) => new Upstream(spec, handlers, emit))
  const made = new Set(upstreams)
  const change = (specs: readonly UpstreamSpec[]): void => {
    const before = upstreams
    upstreams = specs.map(
      (spec) =>
        before.find((upstream) => isDeepStrictEqual(upstream.spec, spec)) ??
        new Upstream(spec, handlers, emit),
    )
    for (const upstream of upstreams) made.add(upstream)
    session?.replace(upstreams)
  }
  let unwatch: (() => void) | undefined
  try {
    // Several servers start when the client connects, independently.
    if (upstreams.length === 1) await upstreams[0]?.start()
    const ended = deferred<'ended'>()
    const gone = deferred<'gone'>()
    stop.addEventListener('abort', () => gone.resolve('gone'))
    if (stop.aborted) return
    const channel = options.connect(() => ended.resolve('ended'))
    const client = new Peer(channel, {
      // Nothing is read before both are ready.
      request: (request) => era?.fromClient(request) ?? Promise.resolve(),
      notification: (method, params) => session?.notifiedByClient(method, params),
      broken: (_, refuse) => refuse(),
      closed: () => gone.resolve('gone'),
    })
    const outlet: Outlet = {
      get congested() {
        return client.congested
      },
      request: (method, params, signal) => client.request(method, params, signal),
      notify: (method, params) => era?.notify(method, params),
    }
    session = new Session(upstreams, outlet, additions)
    era = new ClientEra(session, (method, params) => client.notify(method, params))
    unwatch = options.watch?.(change)
    const how = await Promise.race([ended.promise, gone.promise, failed.promise])
    if (how === 'ended') {
      const late = sleep(DRAIN_MS, 'late' as const, { ref: false })
      const waiting = [gone.promise, failed.promise]
      const end = await Promise.race([client.drained(), late, ...waiting])
      const strange = upstreams.find((upstream) => !upstream.isIntroduced)
      if (strange && end === 'late') throw strange.startError(NO_ANSWER)
      if (strange) await Promise.race([sleep(START_MS), ...waiting])
    }
    client.abortIncoming('the client left')
  } finally {
    unwatch?.()
    await Promise.all([...made].map((upstream) => upstream.close()))
  }
}
