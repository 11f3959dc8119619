// A server that went away: how long until it is started again, and how long its callers wait for it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cancellation } from '@jeeves/mcp-runtime'
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
  const waiting = new AbortController()
  const late = sleep(WAIT_FOR_RESTART_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new ConnectionLost('it has not come back yet')
  })
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(new Error(String(signal?.reason)))
    signal?.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([returning, late, aborted])
  } finally {
    waiting.abort()
    if (onAbort) signal?.removeEventListener('abort', onAbort)
  }
}
