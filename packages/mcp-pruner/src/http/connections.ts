// Connections that would block others: too many from one address, and ones whose reader has stopped.
import type { Server, Socket } from 'node:net'
import type { EmitEvent } from '../process/events.js'
import type { ServiceLimits } from './service-limits.js'

export interface ConnectionRules
  extends Pick<ServiceLimits, 'connectionsPerAddress' | 'stalledMs'> {
  /** Addresses of proxies, through which many callers connect. */
  readonly trustedProxies: ReadonlySet<string>
}

export function watchConnections(server: Server, rules: ConnectionRules, emit: EmitEvent): void {
  const perAddress = new Map<string, number>()
  const writes = new Map<Socket, Progress>()
  const look = setInterval(
    () => closeStalled(writes, rules.stalledMs, emit),
    Math.max(50, rules.stalledMs / 6),
  )
  look.unref()
  server.once('close', () => clearInterval(look))
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress)
    const open = perAddress.get(address) ?? 0
    if (open >= rules.connectionsPerAddress && !rules.trustedProxies.has(address)) {
      socket.destroy()
      return
    }
    perAddress.set(address, open + 1)
    writes.set(socket, { queued: 0, since: 0 })
    socket.once('close', () => {
      writes.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    })
  })
}

interface Progress {
  queued: number
  since: number
}

/** A socket's own timeout restarts once while bytes are queued, and ignores how many have been sent. */
function closeStalled(writes: Map<Socket, Progress>, limitMs: number, emit: EmitEvent): void {
  const now = performance.now()
  for (const [socket, progress] of writes) {
    const queued = queuedBytes(socket)
    if (queued === 0 || queued !== progress.queued) {
      progress.queued = queued
      progress.since = now
    } else if (now - progress.since >= limitMs) {
      emit('warn', 'http.write_stalled', { data: { queued_bytes: queued, limit_ms: limitMs } })
      socket.destroy()
    }
  }
}

/** In Node's buffer and in that of libuv, which has no public name. */
const queuedBytes = (socket: Socket): number => {
  const { _handle } = socket as { readonly _handle?: { readonly writeQueueSize?: number } }
  return socket.writableLength + (_handle?.writeQueueSize ?? 0)
}

/** An IPv4 caller on a dual-stack socket is the same caller. */
const plainAddress = (address = ''): string => address.replace(/^::ffff:/, '')
