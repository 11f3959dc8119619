// 400 requests at once, each with two seconds to answer: more than one server can prune in that time. How soon those
// that are refused learn it, compared with the answers of a bare server to the same burst.
import { Agent } from 'node:http'
import { startService } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { percentile } from '../lib/timing.js'
import { post } from './load.js'
import { startBare } from './processes.js'
import { codeOf, pruneRequest } from './texts.js'

const AT_ONCE = 400
const TIMEOUT_MS = 2000

interface Timed {
  readonly status: number
  readonly ms: number
  readonly retryAfter: boolean
}

/** Each on a connection of its own. */
async function burst(url: string, bodies: readonly string[]): Promise<readonly Timed[]> {
  const agent = new Agent({ maxSockets: AT_ONCE })
  const begun = performance.now()
  const timed = await Promise.all(
    bodies.map(async (body) => {
      const { status, headers } = await post(agent, url, body)
      const retryAfter = headers['retry-after'] !== undefined
      return { status, ms: performance.now() - begun, retryAfter }
    }),
  )
  agent.destroy()
  return timed
}

const timesOf = (timed: readonly Timed[]) => {
  const times = timed.map(({ ms }) => ms)
  const at = (share: number) => (times.length > 0 ? percentile(times, share).toFixed(0) : '')
  return { 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'last ms': at(1) }
}

export async function burstTable(rounds: number): Promise<void> {
  const service = await startService()
  const bare = await startBare()
  const rows = []
  let sent = 0
  const bodies = () =>
    Array.from({ length: AT_ONCE }, () => pruneRequest(codeOf(208, sent), sent++, TIMEOUT_MS))
  // Neither is measured cold.
  for (const url of [`${service.url}/rpc`, bare.url]) await burst(url, bodies())
  for (let round = 1; round <= rounds; round++) {
    const toBare = await burst(bare.url, bodies())
    const toService = await burst(`${service.url}/rpc`, bodies())
    const refused = toService.filter(({ status }) => status === 503)
    const answered = toService.filter(({ status }) => status === 200)
    const others = toService.length - refused.length - answered.length
    const untold = refused.filter(({ retryAfter }) => !retryAfter).length
    rows.push(
      { round, what: 'bare server', requests: toBare.length, ...timesOf(toBare) },
      { round, what: 'refused', requests: refused.length, ...timesOf(refused) },
      { round, what: 'answered', requests: answered.length, ...timesOf(answered) },
      { round, what: 'other statuses, or without Retry-After', requests: others + untold },
    )
  }
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  printTable(rows)
  console.log(`\nWorkers lost: ${/^mcp_pruner_workers_lost_total (\d+)/m.exec(metrics)?.[1]}`)
  await Promise.all([service.stop(), bare.stop()])
}
