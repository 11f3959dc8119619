// The gateway's cost compared with a direct call to the same server, and its savings.
// Usage: pnpm bench:gateway [--quick]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { estimateTokens } from '@jeeves/pruner/count'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { residentBytes } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { percentile } from '../lib/timing.js'
import { automatosxTables } from './automatosx.js'
import {
  AWKWARD,
  connect,
  copied,
  EVERYTHING,
  FILESYSTEM,
  MEMORY,
  prepareScratch,
  scratch,
  wrapped,
} from './servers.js'

const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 200 : 2000
const LARGE_ROUNDS = isQuick ? 5 : 30
const MEMORY_CALLS = isQuick ? 1000 : 10_000

interface Request {
  readonly name: string
  readonly arguments: Record<string, unknown>
}

const time = async (client: Client, request: Request): Promise<number> => {
  const started = performance.now()
  await client.callTool(request)
  return performance.now() - started
}

async function compare(
  server: readonly string[],
  request: Request,
  rounds: number,
  ...options: string[]
) {
  const contestants = {
    direct: await connect(server),
    copied: await connect(copied(server)),
    gateway: await connect(wrapped(server, ...options)),
  }
  const names = ['direct', 'copied', 'gateway'] as const
  const times = { direct: [] as number[], copied: [] as number[], gateway: [] as number[] }
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    for (const name of names) {
      const taken = await time(contestants[name].client, request)
      if (round >= 0) times[name].push(taken)
    }
  }
  for (const name of names) await contestants[name].client.close()
  const p50 = (name: (typeof names)[number]) => percentile(times[name], 0.5)
  return {
    'direct p50 ms': p50('direct').toFixed(2),
    'copied only': p50('copied').toFixed(2),
    gateway: p50('gateway').toFixed(2),
    'added ms': (p50('gateway') - p50('direct')).toFixed(2),
    'of direct': (p50('gateway') / p50('direct')).toFixed(2),
    'of copied': (p50('gateway') / p50('copied')).toFixed(2),
  }
}

async function timeTable(): Promise<void> {
  const megabyte = { name: 'huge_text', arguments: { lines: 13_000, width: 60 } }
  const data = { name: 'huge_json', arguments: { items: 9000, width: 40 } }
  const echo = { name: 'echo', arguments: { message: 'hello' } }
  printTable([
    { call: 'echo, server-everything', ...(await compare(EVERYTHING, echo, ROUNDS)) },
    {
      call: 'echo, bare server',
      ...(await compare(AWKWARD, { name: 'echo', arguments: { text: 'hello' } }, ROUNDS)),
    },
    { call: '1 MB text, cut', ...(await compare(AWKWARD, megabyte, LARGE_ROUNDS)) },
    { call: '1 MB JSON, cut', ...(await compare(AWKWARD, data, LARGE_ROUNDS)) },
    {
      call: '0.9 MB text, passed',
      ...(await compare(
        AWKWARD,
        { name: 'huge_text', arguments: { lines: 12_000, width: 60 } },
        LARGE_ROUNDS,
        '--profile',
        'runtime',
      )),
    },
  ])
}

async function memoryTable(): Promise<void> {
  const { client, pid } = await connect(wrapped(AWKWARD))
  const residentMb = () => Math.round(residentBytes({ pid }) / 2 ** 20)
  const rows = [{ calls: 0, 'resident MB': residentMb() }]
  for (let call = 1; call <= MEMORY_CALLS; call++) {
    // Every tenth answer is cut, kept and different from the others.
    if (call % 10 === 0) {
      await client.callTool({
        name: 'huge_text',
        arguments: { lines: 300 + (call % 1000), width: 60 },
      })
    } else await client.callTool({ name: 'echo', arguments: { text: `call ${call}` } })
    if (call % (MEMORY_CALLS / 5) === 0) rows.push({ calls: call, 'resident MB': residentMb() })
  }
  await client.close()
  printTable(rows)
}

const shownText = (result: unknown): string => {
  const { structuredContent, content = [] } = result as {
    structuredContent?: object
    content?: { text?: string }[]
  }
  return structuredContent
    ? JSON.stringify(structuredContent)
    : content.map(({ text = '' }) => text).join('\n')
}

async function savings(
  server: readonly string[],
  label: string,
  requests: readonly Request[],
  env: Record<string, string>,
) {
  const direct = await connect(server, env)
  const gateway = await connect(wrapped(server), env)
  const rows = []
  for (const request of requests) {
    const before = shownText(await direct.client.callTool(request))
    const after = shownText(await gateway.client.callTool(request))
    rows.push({
      server: label,
      tool: request.arguments['context_focus_question']
        ? `${request.name}, with a question`
        : request.name,
      'bytes before': Buffer.byteLength(before),
      after: Buffer.byteLength(after),
      'tokens before': Math.round(estimateTokens(before)),
      'after ': Math.round(estimateTokens(after)),
    })
  }
  await direct.client.close()
  await gateway.client.close()
  return rows
}

async function savingsTable(env: Record<string, string>): Promise<void> {
  const lock = join(scratch, 'pnpm-lock.yaml')
  const question = { context_focus_question: 'Which version of zod is locked?' }
  printTable([
    ...(await savings(EVERYTHING, 'everything', [{ name: 'get-env', arguments: {} }], env)),
    ...(await savings(
      FILESYSTEM,
      'filesystem',
      [
        { name: 'directory_tree', arguments: { path: scratch } },
        { name: 'read_text_file', arguments: { path: lock } },
        { name: 'read_text_file', arguments: { path: lock, ...question } },
      ],
      env,
    )),
    ...(await savings(
      MEMORY,
      'memory',
      [
        { name: 'read_graph', arguments: {} },
        { name: 'search_nodes', arguments: { query: 'module-4' } },
      ],
      env,
    )),
    ...(await savings(
      AWKWARD,
      'awkward',
      [
        { name: 'huge_json', arguments: {} },
        { name: 'log', arguments: {} },
      ],
      env,
    )),
  ])
}

try {
  const env = prepareScratch()
  await automatosxTables()
  console.log()
  await timeTable()
  console.log()
  await memoryTable()
  console.log()
  await savingsTable(env)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
