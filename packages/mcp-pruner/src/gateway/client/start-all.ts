// Starts the servers of a session.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fields } from '../../rpc/message.js'
import type { Upstream } from '../upstream/upstream.js'

/** A slower server is listed once it is up. */
const START_WAIT_MS = 3000

/** A single server is waited for; of several, none waits long for another. */
export async function startAll(upstreams: readonly Upstream[], params: Fields): Promise<void> {
  const [only, ...others] = upstreams
  if (only && others.length === 0) return only.initialize(params)
  const limit = new AbortController()
  const started = Promise.all(upstreams.map((upstream) => upstream.begin(params)))
  await Promise.race([
    started,
    sleep(START_WAIT_MS, undefined, { signal: limit.signal }).catch(() => {}),
  ])
  limit.abort()
}
