// Processor time per call: of the server alone, of a process that only copies, and of gateways, in turn. A second
// gateway is that of another build, for a comparison in the same run.
// Usage: pnpm exec tsx --conditions=@jeeves/source bench/gateway/cpu.ts [ROUNDS] [--other DIST/index.js]
import { rmSync } from 'node:fs'
import { processorMs } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { AWKWARD, type Connection, connect, copied, scratch, wrapped } from './servers.js'

const rounds = Number(process.argv[2] ?? 30)
const at = process.argv.indexOf('--other')
const other = at === -1 ? undefined : process.argv[at + 1]

/** `times`: in a row, so that the system's clock of processor time can tell them. */
const CALLS = {
  'small call': { times: 500, request: { name: 'echo', arguments: { text: 'hello' } } },
  '1 MB text, cut': {
    times: 1,
    request: { name: 'huge_text', arguments: { lines: 13_000, width: 60 } },
  },
  '1 MB JSON, cut': {
    times: 1,
    request: { name: 'huge_json', arguments: { items: 9000, width: 40 } },
  },
}

const gatewayOf = (entry: string) => {
  const [program = '', , ...rest] = wrapped(AWKWARD)
  return [program, entry, ...rest]
}

try {
  const contestants: Record<string, Connection> = {
    server: await connect(AWKWARD),
    copied: await connect(copied(AWKWARD)),
    gateway: await connect(wrapped(AWKWARD)),
    ...(other !== undefined && { other: await connect(gatewayOf(other)) }),
  }
  const rows = []
  for (const [call, { times, request }] of Object.entries(CALLS)) {
    const used: Record<string, number> = {}
    for (let round = -5; round < rounds; round++) {
      // Which comes after which makes a difference.
      const inOrder = Object.entries(contestants)
      for (const [name, { client, pid }] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
        const before = processorMs(pid)
        for (let i = 0; i < times; i++) await client.callTool(request)
        if (round >= 0) used[name] = (used[name] ?? 0) + processorMs(pid) - before
      }
    }
    const digits = times > 1 ? 3 : 1
    const perCall = Object.entries(used).map(([name, ms]) => [
      name,
      (ms / rounds / times).toFixed(digits),
    ])
    rows.push({ 'processor ms per call': call, ...Object.fromEntries(perCall) })
  }
  printTable(rows)
  for (const { client } of Object.values(contestants)) await client.close()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
