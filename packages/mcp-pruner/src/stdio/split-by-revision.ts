// One connection, both eras. The SDK binds a connection to the era of its first request; a later request that names
// another revision would be answered in the wrong format. So such requests get their own server.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { claimedRevision } from '../rpc/revisions.js'

export interface RevisionLanes {
  /** The connection's own era; everything that names no other. */
  readonly opened: Transport
  /** Requests that name a revision on a connection that was opened without one. */
  readonly claimed: Transport
}

export function splitByRevision(wire: Transport): RevisionLanes {
  const opened = createLane(wire, () => wire.start())
  const claimed = createLane(wire, async () => {})
  let era: 'open' | 'legacy' | 'modern' = 'open'
  const onmessage = (message: JSONRPCMessage) => {
    const method = 'method' in message ? message.method : undefined
    if (method === 'notifications/cancelled') {
      opened.onmessage?.(message)
      claimed.onmessage?.(message)
      return
    }
    const claims = claimedRevision('params' in message ? message.params : undefined) !== undefined
    // `server/discover` decides nothing: the client may still fall back to `initialize`.
    if (era === 'open' && method !== 'server/discover') era = claims ? 'modern' : 'legacy'
    const lane = era === 'legacy' && claims ? claimed : opened
    lane.onmessage?.(message)
  }
  const onclose = () => {
    opened.onclose?.()
    claimed.onclose?.()
  }
  // Plain properties, as in the SDK.
  Object.assign(wire, { onmessage, onclose })
  return { opened, claimed }
}

const createLane = (wire: Transport, start: () => Promise<void>): Transport => ({
  start,
  send: (message, options) => wire.send(message, options),
  close: () => wire.close(),
})
