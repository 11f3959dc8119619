// The connection to a wrapped server, a child process or an address, and what it sends that is not a message.
import type { EmitEvent } from '../../../process/events.js'
import type { Channel } from '../../../rpc/channel.js'
import type { PeerHandlers } from '../../../rpc/peer.js'
import type { UpstreamSpec } from './spec.js'

export async function openChannel(spec: UpstreamSpec, emit: EmitEvent): Promise<Channel> {
  if (spec.kind === 'broken') throw new Error(spec.problem)
  if (spec.kind === 'http') {
    const { HttpChannel } = await import('./http.js')
    return HttpChannel.open(spec, emit)
  }
  const { StdioChannel } = await import('./stdio.js')
  return StdioChannel.open(spec)
}

/** How many per connection are logged, and how many end a start. */
const LOGGED_BROKEN = 20
const MAX_FIRST_BROKEN = 10_000

export function watchBroken(
  server: string,
  emit: EmitEvent,
  giveUp: (why: string) => void,
): PeerHandlers['broken'] {
  let count = 0
  return ({ id, reason }, refuse) => {
    count++
    const data = { server, start: reason }
    if (count < LOGGED_BROKEN) emit('warn', 'upstream.not_json', { data })
    if (count === LOGGED_BROKEN) {
      emit('warn', 'upstream.not_json', { data: { ...data, note: 'no more are logged' } })
    }
    if (count === MAX_FIRST_BROKEN) {
      giveUp(`it writes no JSON-RPC messages, but ${JSON.stringify(reason.slice(0, 80))}`)
    }
    // Only a request has a caller who waits for the answer.
    if (id !== null) refuse()
  }
}
