// Waits briefly for a server that is down.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Cancellation } from '@jeeves/mcp-runtime'
import { ConnectionLost } from '../../rpc/message.js'

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
