// Output of a wrapped server that is not a message: it may write to its own stdout by mistake, and only one that
// writes nothing else is abandoned.
import type { EmitEvent } from '../../process/events.js'
import type { PeerHandlers } from '../../rpc/peer.js'

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
