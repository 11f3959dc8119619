// A server that went away: how long until it is started again, and how long its callers wait for it.
import { type Cancellation, runWithTimeout } from '@jeeves/mcp-runtime'
import { ConnectionLost } from '../../../rpc/message.js'

const FIRST_MS = 100
const LAST_MS = 30_000
/** A server that stayed up this long starts again without delay. */
const STABLE_MS = 30_000

export class Backoff {
  #failures = 0
  #upSince = 0

  connected(): void {
    this.#upSince = Date.now()
  }

  /** Milliseconds to wait now; doubles with every loss in a row. */
  next(): number {
    if (this.#upSince > 0 && Date.now() - this.#upSince > STABLE_MS) this.#failures = 0
    this.#upSince = 0
    return Math.min(FIRST_MS * 2 ** this.#failures++, LAST_MS)
  }
}

const WAIT_FOR_RESTART_MS = 10_000

export async function untilBack<T>(returning: Promise<T>, signal?: Cancellation): Promise<T> {
  const back = await runWithTimeout(() => returning, { timeoutMs: WAIT_FOR_RESTART_MS, signal })
  if (back.status === 'completed') return back.result
  if (back.status === 'timeout') throw new ConnectionLost('it has not come back yet')
  const { cause } = back.error
  throw cause instanceof Error ? cause : new Error(String(cause))
}
