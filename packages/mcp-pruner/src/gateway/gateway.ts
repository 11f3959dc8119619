// Wires the parts together: the wrapped servers on one side, the client on the other, calls in between.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmitEvent } from '../process/events.js'
import type { Channel } from '../rpc/channel.js'
import { Peer } from '../rpc/peer.js'
import { deferred } from './deferred.js'
import type { Additions } from './wire/client/additions.js'
import { ClientEra } from './wire/client/client-era.js'
import { type Outlet, Session } from './wire/client/session.js'
import { NO_ANSWER } from './wire/upstream/handshake.js'
import { Servers } from './wire/upstream/servers.js'
import type { UpstreamSpec } from './wire/upstream/spec.js'

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
  const { additions, stop } = options
  let session: Session | undefined
  let era: ClientEra | undefined
  const failed = deferred<never>()
  failed.promise.catch(() => {})
  const servers = new Servers(options.upstreams, options.emit, {
    request: async (from, request) => era?.fromUpstream(from, request),
    answersWhileCalled: () => !era?.isModern,
    notification: (from, method, params) => session?.notifiedByUpstream(from, method, params),
    restarted: (upstream) => session?.restarted(upstream),
    failed: failed.reject,
  })
  let unwatch: (() => void) | undefined
  try {
    // Several servers start when the client connects, independently.
    if (servers.current.length === 1) await servers.current[0]?.start()
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
    session = new Session(servers.current, outlet, additions)
    era = new ClientEra(session, (method, params) => client.notify(method, params))
    unwatch = options.watch?.((specs) => session?.replace(servers.change(specs)))
    const left = [gone.promise, failed.promise]
    const how = await Promise.race([ended.promise, ...left])
    if (how === 'ended') await drain(client, servers, left)
    client.abortIncoming('the client left')
  } finally {
    unwatch?.()
    await servers.close()
  }
}

/** Waits for the calls in progress. Throws `start_failed` for a server that never answered. */
async function drain(
  client: Peer,
  servers: Servers,
  left: readonly Promise<unknown>[],
): Promise<void> {
  const late = sleep(DRAIN_MS, 'late' as const, { ref: false })
  const end = await Promise.race([client.drained(), late, ...left])
  const strange = servers.current.find((upstream) => !upstream.isIntroduced)
  if (strange && end === 'late') throw strange.startError(NO_ANSWER)
  if (strange) await Promise.race([sleep(START_MS), ...left])
}
