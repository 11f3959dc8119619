// The service compared with a bare server, under 1, 8 and 64 clients; small texts next to large ones;
// its memory after many requests; 400 requests at once; and what a fleet needs. `--quick` shortens every part; `--burst` and the like run one alone.
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import { burstTable } from './burst.js'
import { cpuTable } from './cpu.js'
import { fleetTable } from './fleet.js'
import { type Load, load } from './load.js'
import { startBare, startLargeLoad } from './processes.js'
import { codeOf, codeOfSize, pruneRequest } from './texts.js'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 3
const SECONDS = quick ? 1 : 4
const MEMORY_REQUESTS = quick ? 2_000 : 50_000

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const thousandLines = (n: number) => pruneRequest(codeOf(1_000, n), n)
const smallText = (n: number) => pruneRequest(codeOf(60, n), n)

async function throughput(): Promise<void> {
  console.log('\n## 1,000 lines of code a request\n')
  const service = await startService()
  const bare = await startBare()
  const servers = { service: `${service.url}/rpc`, bare: bare.url }
  let sent = 0
  const body = () => thousandLines(sent++)
  for (const url of Object.values(servers)) await load(url, { clients: 8, seconds: SECONDS, body })
  const rows = []
  let cpu = await cpuSeconds(service.url)
  for (const clients of [1, 8, 64]) {
    const runs: Record<keyof typeof servers, Load[]> = { service: [], bare: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['service', 'bare'] as const) {
        runs[name].push(await load(servers[name], { clients, seconds: SECONDS, body }))
      }
    }
    const mid = (name: keyof typeof servers, field: keyof Load) =>
      median(runs[name].map((run) => run[field]))
    rows.push({
      clients,
      'service req/s': mid('service', 'perSecond').toFixed(0),
      'p50 ms': ms(mid('service', 'p50')),
      'p99 ms': ms(mid('service', 'p99')),
      'bare req/s': mid('bare', 'perSecond').toFixed(0),
      'bare p50 ms': ms(mid('bare', 'p50')),
      'bare p99 ms': ms(mid('bare', 'p99')),
      'service/bare': (mid('service', 'perSecond') / mid('bare', 'perSecond')).toFixed(2),
      'service CPU ms': ms(await cpuPerRequest(runs.service)),
      failed: runs.service.reduce((sum, run) => sum + run.failed, 0),
    })
  }
  printTable(rows)
  await Promise.all([service.stop(), bare.stop()])

  /** Processor time, unlike the clock, is not lengthened by a machine that is busy with other work. */
  async function cpuPerRequest(runs: readonly Load[]): Promise<number> {
    const before = cpu
    cpu = await cpuSeconds(service.url)
    return ((cpu - before) * 1000) / runs.reduce((sum, run) => sum + run.requests, 0)
  }
}

const gaugeIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

const cpuSeconds = async (url: string): Promise<number> =>
  gaugeIn(await metricsOf(url), 'process_cpu_seconds_total')

const besideRow = (what: string, { p50, p99, requests, failed }: Load, largeTexts: number) => ({
  what,
  'p50 ms': ms(p50),
  'p99 ms': ms(p99),
  requests,
  failed,
  'large texts meanwhile': largeTexts,
})

async function smallBesideLarge(): Promise<void> {
  console.log('\n## A 60-line text, alone and while 1.9 MB texts are pruned\n')
  const service = await startService()
  const url = `${service.url}/rpc`
  const seconds = SECONDS * 3
  const small = () => load(url, { clients: 1, seconds, body: smallText })
  await load(url, { clients: 4, seconds: 2, body: thousandLines })
  const alone = await small()
  const large = await startLargeLoad(
    url,
    4,
    Array.from({ length: 8 }, (_, n) => pruneRequest(codeOfSize(1_900_000, n * 5_000), n)),
  )
  await sleep(1_000)
  const beside = await small()
  const done = await large.stop()
  printTable([
    besideRow('alone', alone, 0),
    besideRow('beside 4 clients with 1.9 MB', beside, done),
  ])
  await service.stop()
}

async function memory(): Promise<void> {
  console.log(`\n## Memory over ${MEMORY_REQUESTS} requests of 60 lines, with a store of 16 MiB\n`)
  const service = await startService({ MCP_PRUNER_STORE_MAX_BYTES: '16777216' })
  const steps = 5
  const rows = []
  let sent = 0
  for (let step = 0; step <= steps; step++) {
    if (step > 0) {
      const requests = MEMORY_REQUESTS / steps
      await load(`${service.url}/rpc`, { clients: 16, requests, body: () => smallText(sent++) })
    }
    const text = await metricsOf(service.url)
    const gauge = (name: string) => gaugeIn(text, name)
    rows.push({
      requests: sent,
      'heap used MB': (gauge('nodejs_heap_size_used_bytes') / 1e6).toFixed(1),
      'resident MB': (gauge('process_resident_memory_bytes') / 1e6).toFixed(1),
      'store MB': (gauge('mcp_pruner_store_bytes') / 1e6).toFixed(1),
      'store entries': gauge('mcp_pruner_store_entries'),
    })
  }
  printTable(rows)
  await service.stop()
}

async function fleet(): Promise<void> {
  console.log('\n## What one core serves, and what Redis holds\n')
  await fleetTable(quick ? 200 : 1_000, cpuSeconds)
}

async function atOnce(): Promise<void> {
  console.log('\n## 400 requests at once, two seconds each\n')
  await burstTable(quick ? 1 : 3)
}

async function byThread(): Promise<void> {
  console.log('\n## Processor time of a text of 208 lines, by thread\n')
  await cpuTable(quick ? 1 : 5, quick ? 100 : 400)
}

const PARTS = { throughput, cpu: byThread, smallBesideLarge, memory, burst: atOnce, fleet }
const chosen = Object.entries(PARTS).filter(([name]) => process.argv.includes(`--${name}`))
for (const [, part] of chosen.length > 0 ? chosen : Object.entries(PARTS)) await part()
