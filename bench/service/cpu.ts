// Where the processor time of a request goes, by thread: the main thread reads, checks, keeps and answers, the workers run
// the engine. Compared with a bare server that parses the same body and sends it back.
import { readdirSync, readFileSync } from 'node:fs'
import { type Service, startService } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'
import { load } from './load.js'
import { startBare } from './processes.js'
import { codeOf, pruneRequest } from './texts.js'

const CLIENTS = 8
const LINES = 208
const QUESTION = 'how are lines scored by the words of the question'

const BODIES: Readonly<Record<string, (n: number) => string>> = {
  '/rpc': (n) => pruneRequest(codeOf(LINES, n), n),
  '/mcp': (n) => pruneRequest(codeOf(LINES, n), n),
  '/prune': (n) => JSON.stringify({ code: codeOf(LINES, n), query: QUESTION }),
}

type Threads = ReadonlyMap<string, number>

/** Milliseconds that each thread has run. */
function threadTimes({ child: { pid } }: Service): Threads {
  const folder = `/proc/${pid}/task`
  return new Map(
    readdirSync(folder).map((thread) => {
      const [nanoseconds] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')
      return [thread, Number(nanoseconds) / 1e6]
    }),
  )
}

/** The main thread, the workers, which are the two busiest others, and the rest: compilers and collectors. */
function split({ child: { pid } }: Service, before: Threads, after: Threads, requests: number) {
  const ran = [...after].map(([thread, ms]) => ({ thread, ms: ms - (before.get(thread) ?? 0) }))
  const main = ran.find(({ thread }) => thread === String(pid))?.ms ?? 0
  const others = ran.filter(({ thread }) => thread !== String(pid)).map(({ ms }) => ms)
  const [first = 0, second = 0, ...rest] = others.sort((a, b) => b - a)
  const perRequest = (ms: number) => ms / requests
  return {
    main: perRequest(main),
    workers: perRequest(first + second),
    rest: perRequest(rest.reduce((sum, ms) => sum + ms, 0)),
  }
}

export async function cpuTable(rounds: number, requests: number): Promise<void> {
  const rows = []
  for (const [path, body] of Object.entries(BODIES)) {
    const service = await startService()
    const bare = await startBare()
    const run = { rounds, requests, body }
    rows.push(
      { request: path, ...(await measured(service, `${service.url}${path}`, run)) },
      { request: `bare, body of ${path}`, ...(await measured(bare, bare.url, run)) },
    )
    await Promise.all([service.stop(), bare.stop()])
  }
  printTable(rows)
}

interface Run {
  readonly rounds: number
  readonly requests: number
  readonly body: (n: number) => string
}

const isGood = (status: number) => status === 200

async function measured(running: Service, url: string, { rounds, requests, body }: Run) {
  const splits: ReturnType<typeof split>[] = []
  let sent = 0
  const next = () => body(sent++)
  await load(url, { clients: CLIENTS, requests: requests * 4, body: next, isGood })
  for (let round = 0; round < rounds; round++) {
    const before = threadTimes(running)
    await load(url, { clients: CLIENTS, requests, body: next, isGood })
    splits.push(split(running, before, threadTimes(running), requests))
  }
  const [main, workers, rest] = (['main', 'workers', 'rest'] as const).map((part) =>
    median(splits.map((each) => each[part])),
  ) as [number, number, number]
  const all = main + workers + rest
  return {
    'CPU ms': all.toFixed(2),
    'main thread': main.toFixed(2),
    'two busiest others': workers.toFixed(2),
    'other threads': rest.toFixed(2),
    'requests per CPU second': (1000 / all).toFixed(0),
  }
}
