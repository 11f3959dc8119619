// Everything at once for a long time, with faults, on each kind of store; then the success metrics as a table.
// Usage: pnpm bench:soak [--quick]      15 minutes, or one
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { RedisServer } from '@jeeves/testing'
import { COMMAND, residentBytes, StdioPeer, startService } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { gatewayTurn, killWorker, plainGatewayTurn, serviceTurn, stdioTurn } from './loads.js'
import { percent, Tally } from './tally.js'

const UPSTREAM = fileURLToPath(new URL('upstream.mjs', import.meta.url))

const isQuick = process.argv.includes('--quick')
const TOTAL_MS = (isQuick ? 1 : 15) * 60_000
const STORES = ['disk', 'memory', 'redis'] as const
const FAULT_EVERY_MS = isQuick ? 2_500 : 20_000
const SAMPLE_EVERY_MS = 500
const STORE_BACK_MS = 15_000
/** From when Redis runs again until every process has noticed. */
const NOTICED_MS = isQuick ? 4_000 : 10_000

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** Code in which one function of many answers the question. */
function sampleCode(functions: number, bodyLines = 0): string {
  const body = Array.from(
    { length: bodyLines },
    (_, i) => `  canvas.line(${i}, palette.edge[${i}])\n`,
  )
  const parts = Array.from({ length: functions }, (_, i) =>
    i === Math.floor(functions / 2)
      ? 'export function checkSession(session) {\n  return session.token.expiry > clock()\n}\n'
      : `export function drawShape${i}(canvas) {\n  canvas.width = palette.width[${i}]\n  canvas.colour = palette.colour[${i}]\n${body.join('')}  return canvas.paint()\n}\n`,
  )
  return parts.join('\n')
}

function environmentOf(folder: string, store: string) {
  return {
    // Commands are ended while their login shell reads a profile: not that of whoever runs this.
    HOME: folder,
    MCP_PRUNER_LEDGER: 'off',
    MCP_PRUNER_CWD: folder,
    MCP_PRUNER_CACHE_DIR: join(folder, 'cache'),
    MCP_PRUNER_STORE: store,
    PRUNER_URL: 'http://127.0.0.1:9/prune',
    PRUNER_FALLBACK: 'embedded',
    // A store that is there answers within this on any machine: only one that is away is an excuse.
    MCP_PRUNER_STORE_WAIT_MS: '10000',
  }
}

async function soak(store: (typeof STORES)[number], ms: number): Promise<Tally> {
  const tally = new Tally()
  const folder = await mkdtemp(join(tmpdir(), 'soak-'))
  for (let i = 0; i < 20; i++) await writeFile(join(folder, `f${i}.ts`), sampleCode(100 + i))
  const redis = store === 'redis' ? await RedisServer.durable() : undefined
  // A run that fails leaves none behind.
  process.once('exit', () => void redis?.stop())
  const env = environmentOf(folder, redis?.url ?? store)
  const wrap = (...options: string[]) =>
    new StdioPeer([COMMAND, 'wrap', ...options, '--', process.execPath, UPSTREAM], env)
  const stdio = new StdioPeer([COMMAND], env)
  // The seed's targets for the sizes of answers belong to its limits: without --strict a list fills the 10 KB.
  const gateway = wrap('--strict', '--contract', 'always')
  const plain = wrap()
  const service = await startService(env)
  await Promise.all([stdio, gateway, plain].map((peer) => peer.initialize()))

  const end = performance.now() + ms
  const until = async (turn: (n: number) => Promise<unknown>) => {
    for (let n = 0; performance.now() < end; n++) await turn(n)
  }
  let awayUntil = 0
  const mayBeAway = () => performance.now() < awayUntil
  const [text, large] = [sampleCode(30, 20), sampleCode(18_000)]
  const faults = [
    () => killWorker(service.url, large, tally),
    async () => {
      tally.fault('upstream crashes')
      await gateway.call('crash', {})
    },
    async () => {
      if (!redis) return
      tally.fault('Redis restarts')
      awayUntil = Number.POSITIVE_INFINITY
      await redis.stop()
      await sleep(1_000)
      await redis.start()
      awayUntil = performance.now() + NOTICED_MS
    },
  ]
  await Promise.all([
    until((n) => stdioTurn(stdio, n, tally, mayBeAway)),
    until((n) => gatewayTurn(gateway, n, tally)),
    until((n) => serviceTurn(service.url, n, text, tally, mayBeAway)),
    until((n) => plainGatewayTurn(plain, n, tally, mayBeAway)),
    until(async (n) => {
      await sleep(Math.min(FAULT_EVERY_MS, Math.max(0, end - performance.now())))
      if (performance.now() < end) await faults[n % faults.length]?.()
    }),
    until(async () => {
      for (const [name, { child }] of Object.entries({ stdio, gateway, plain, service })) {
        tally.memory(name, residentBytes(child))
      }
      await sleep(SAMPLE_EVERY_MS)
    }),
  ])
  tally.keptBytes = await keptBytes(service.url)
  await Promise.all([stdio, gateway, plain].map((peer) => peer.stop()))
  service.child.kill('SIGTERM')
  await redis?.remove()
  await rm(folder, { recursive: true, force: true })
  return tally
}

/** As the service says of its store, once it has reached it again after the last restart. */
async function keptBytes(url: string): Promise<number> {
  const end = performance.now() + STORE_BACK_MS
  while (performance.now() < end) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const bytes = /^mcp_pruner_store_bytes(?:\{[^}]*\})? (\S+)$/m.exec(metrics)?.[1]
    if (bytes !== undefined) return Number(bytes)
    await sleep(SAMPLE_EVERY_MS)
  }
  return Number.NaN
}

const rows: Record<string, string | number>[] = []
let isGood = true
for (const store of STORES) {
  const tally = await soak(store, TOTAL_MS / STORES.length)
  const { growth } = tally
  const shares = [tally.timeouts, tally.structure, tally.validation, tally.recovery]
  const isRight = shares.every(({ right, of }) => right === of && of > 0)
  isGood &&= isRight && growth.bytes < 100 * 1_048_576 && tally.largestAnswer <= 10_240
  isGood &&= tally.averageAnswer < 3 * 1024 && tally.keptBytes < 100 * 1_048_576
  rows.push({
    store,
    calls: tally.calls,
    faults: [...tally.faults].map(([name, times]) => `${times} ${name}`).join(', '),
    'memory growth (< 100 MB)': `${megabytes(growth.bytes)} (${growth.process})`,
    'timeouts kept': percent(tally.timeouts),
    'structure right': percent(tally.structure),
    'wrong requests refused': percent(tally.validation),
    'ids recovered': percent(tally.recovery),
    'uncut while Redis was away': tally.whole,
    'largest answer (≤ 10 KB)': `${tally.largestAnswer} B`,
    'average answer (< 3 KB)': `${Math.round(tally.averageAnswer)} B`,
    'artifacts kept (< 100 MB)': megabytes(tally.keptBytes),
  })
  if (tally.wrong) console.log(`${store}: ${tally.wrong}`)
}
printTable(rows)
console.log(
  'The sizes are those of the gateway with --strict. A call is a tool call of any of the four processes.',
)
process.exitCode = isGood ? 0 : 1
