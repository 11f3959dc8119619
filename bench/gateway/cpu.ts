// Processor time of large answers: of the server alone, of a process that only copies, and of gateways, in turn. A
// second gateway is that of another build, for a comparison in the same run.
// Usage: pnpm exec tsx --conditions=@jeeves/source bench/gateway/cpu.ts [ROUNDS] [--other DIST/index.js]
import { rmSync } from 'node:fs'
import { processorMs } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { AWKWARD, type Connection, connect, copied, scratch, wrapped } from './servers.js'

const rounds = Number(process.argv[2] ?? 30)
const at = process.argv.indexOf('--other')
const other = at === -1 ? undefined : process.argv[at + 1]

const CALLS = {
  '1 MB text, cut': { name: 'huge_text', arguments: { lines: 13_000, width: 60 } },
  '1 MB JSON, cut': { name: 'huge_json', arguments: { items: 9000, width: 40 } },
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
  for (const [call, request] of Object.entries(CALLS)) {
    const used: Record<string, number> = {}
    for (let round = -5; round < rounds; round++) {
      for (const [name, { client, pid }] of Object.entries(contestants)) {
        const before = processorMs(pid)
        await client.callTool(request)
        if (round >= 0) used[name] = (used[name] ?? 0) + processorMs(pid) - before
      }
    }
    const perCall = Object.entries(used).map(([name, ms]) => [name, (ms / rounds).toFixed(1)])
    rows.push({ 'processor ms per call': call, ...Object.fromEntries(perCall) })
  }
  printTable(rows)
  for (const { client } of Object.values(contestants)) await client.close()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
