// Every entry point writes to the one ledger: the built command's servers are used, and `stats --json` is read.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runService } from '../http/running-service.js'
import { ENTRY, longSource, RawServer } from '../stdio/raw-server.js'

const root = mkdtempSync(join(tmpdir(), 'ledger-entry-points-'))
const cache = join(root, 'cache')
const env = { MCP_PRUNER_CACHE_DIR: cache, MCP_PRUNER_LEDGER: 'on', MCP_PRUNER_STORE: 'disk' }
const SECRET = 'retryDelay'
const source = longSource(120)

beforeAll(() => writeFileSync(join(root, 'shop.ts'), source))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const stats = (...args: string[]) =>
  spawnSync(process.execPath, [ENTRY, 'stats', ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
interface Told {
  total: Record<string, number>
  byTool: ({ name: string } & Record<string, number>)[]
  byClient: { name: string }[]
  byProject: { name: string }[]
  effect?: { prunedCalls: number; heldCalls: number }
}
const told = (): Told => JSON.parse(stats('--json').stdout) as Told

test('the stdio tools: reads, recoveries, and the tool list once', async () => {
  const server = new RawServer(root, env)
  const { instructions } = (await server.initialize('claude-code')).result
  const { tools } = (await server.request('tools/list', {})).result
  await server.request('tools/list', {})
  const question = `How long is ${SECRET} between retries at most?`
  const read = { file_path: 'shop.ts', context_focus_question: question }
  const answer = await server.call('read', read)
  const id = /prn_[0-9A-Z]{26}/.exec(JSON.stringify(answer))?.[0]
  await server.call('recover_text', { prune_id: id, ranges: [{ start_line: 1, end_line: 5 }] })
  await server.call('read', { file_path: 'shop.ts' })
  await server.end()

  const { total, byTool, byClient, byProject } = told()
  const figures = byTool.find(({ name }) => name === 'read') as Record<string, number>
  expect(figures['calls']).toBe(2)
  expect(figures['shown']).toBeLessThan((figures['raw'] ?? 0) * 0.8)
  expect(figures['recovered']).toBeGreaterThan(10)
  // The whole file again, raw: as much as the first reading was.
  expect(figures['again']).toBeGreaterThan((figures['raw'] ?? 0) * 0.4)
  // 678 were charged of what costs more: names get the server's prefix, and the instructions are shown too.
  const exact = encode(JSON.stringify(tools)).length + encode(instructions as string).length
  expect(total['list']).toBeGreaterThan(exact)
  expect(total['list']).toBeLessThan(exact * 1.15)
  expect(byClient.map(({ name }) => name)).toEqual(['claude-code'])
  expect(byProject.map(({ name }) => name)).toEqual([root])
})

test('no contents are written: neither the question nor a path nor a line', () => {
  const folder = join(cache, 'ledger')
  const all = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  expect(all).toContain('"kind":"call"')
  expect(all).not.toContain(SECRET)
  expect(all).not.toContain('shop.ts')
})

test('the service', async () => {
  const service = await runService([], env)
  const body = JSON.stringify({ code: source, query: `how long is ${SECRET} at most` })
  const response = await fetch(`${service.url}/prune`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(200)
  await service.stop()
  expect(told().byTool.find(({ name }) => name === '/prune')).toMatchObject({ calls: 1 })
})

test('a call of the control group passes raw, with the reason, and is counted as such', async () => {
  const server = new RawServer(root, { ...env, MCP_PRUNER_HOLDOUT: '0.5' })
  await server.initialize('program')
  const reasons = new Set<unknown>()
  for (let i = 0; i < 40; i++) {
    const read = {
      file_path: 'shop.ts',
      context_focus_question: `How long is ${SECRET} between retries at most?`,
    }
    const { result } = await server.call('read', read)
    reasons.add(result.structuredContent.pruning.reason ?? 'pruned')
  }
  await server.end()
  expect(reasons).toEqual(new Set(['holdout', 'pruned']))
  const { effect } = told()
  expect((effect?.heldCalls ?? 0) + (effect?.prunedCalls ?? 0)).toBe(41)
})

test('bad settings and options are reported in one line', () => {
  const wrong = spawnSync(process.execPath, [ENTRY, 'stats'], {
    env: { ...process.env, MCP_PRUNER_LEDGER: 'maybe' },
    encoding: 'utf8',
  })
  expect(wrong).toMatchObject({
    status: 2,
    stderr:
      'mcp-pruner stats: MCP_PRUNER_LEDGER="maybe" is not valid: use one of on, off\nhint: unset MCP_PRUNER_LEDGER to use its default\n',
  })
  expect(stats('--since', 'noon')).toMatchObject({
    status: 2,
    stderr:
      'mcp-pruner stats: --since "noon" is not valid: use a day such as 2026-11-01, or a duration before now such as 24h, 7d or 4w\nhint: mcp-pruner stats --help\n',
  })
})
