// What gateways write to the ledger, and what `stats` makes of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Connected, connect } from '../gateway/wrapped.js'
import { runVerb } from '../shell/verb-process.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-gateway-stats-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const refIn = (value: unknown): string =>
  /ax:\/\/[a-z0-9-]+\/[A-Za-z0-9._-]+/.exec(JSON.stringify(value))?.[0] ?? 'none'
const call = (name: string, args: Record<string, unknown>, { client }: Connected) =>
  client.callTool({ name, arguments: args })

test('stats add up what several gateways saved, less what was read back', async () => {
  const env = { MCP_PRUNER_CACHE_DIR: join(folder, 'cache') }
  const [one, two] = [await connect({ env }), await connect({ env })]
  await one.client.listTools()
  await one.client.listTools()
  const ref = refIn(await call('huge_text', {}, one))
  await call('huge_text', {}, two)
  await call('echo', { text: 'small' }, two)
  await call('artifact_read', { ref }, two)
  await one.close()
  await two.close()
  const run = (...args: string[]) => runVerb(['stats', ...args], { ...process.env, ...env })
  const { byTool, byServer, total } = JSON.parse(run('--json').stdout) as {
    total: { list: number }
    byServer: Record<string, number | string>[]
    byTool: Record<string, number | string>[]
  }
  const text = byTool.find(({ name }) => name === 'huge_text') as Record<string, number>
  expect(text).toMatchObject({ calls: 2, again: 0 })
  expect(text['raw']).toBeGreaterThan(100_000)
  expect(text['shown']).toBeLessThan(10_000)
  expect(text['recovered']).toBeGreaterThan(1000)
  expect(text['net']).toBe(text['raw']! - text['shown']! - text['recovered']!)
  // The gateway's addition to the list, once for the session that asked twice.
  expect(total.list).toBeGreaterThan(100)
  expect(total.list).toBeLessThan(5000)
  expect(byTool.find(({ name }) => name === 'echo')).toMatchObject({ calls: 1, net: 0 })
  expect(byServer).toHaveLength(1)
  expect(byServer[0]).toMatchObject({ name: 'awkward', calls: 3, net: text['net'] })
  expect(run().stdout).toMatch(/^by server +calls .*\n[─ ]*\n?awkward +3 /m)
  expect(run().stdout).toMatch(
    /^Net saving: \$[\d.]+ and more, [\d,]+ tokens \(\d\d\.\d % of [\d,]+\) in 3 calls\n/,
  )
  expect(run('--nonsense').status).toBe(2)
  expect(run('--reset').status).toBe(0)
  expect(run().stdout).toMatch(/^No call of an agent client has been recorded yet/)
})
