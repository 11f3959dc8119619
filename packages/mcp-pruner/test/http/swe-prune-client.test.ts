// The stdio server with this service as its pruner: they agree on the format.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMAND, http, type RunningService, runService, sampleCode } from './running-service.js'

const root = mkdtempSync(join(tmpdir(), 'service-stdio-'))
writeFileSync(join(root, 'shapes.js'), sampleCode(60))
const QUESTION = 'how is a session token checked for expiry'

let service: RunningService
let client: Client
beforeAll(async () => {
  service = await runService()
  client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND],
    stderr: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      PRUNER_URL: `${service.url}/prune`,
      MCP_PRUNER_CWD: root,
      MCP_PRUNER_STORE: 'memory',
    },
  })
  await client.connect(transport)
})
afterAll(async () => {
  await client.close()
  await service.stop()
  rmSync(root, { recursive: true, force: true })
})

const call = async (name: string, args: object) => {
  const result = await client.callTool({ name, arguments: { ...args } })
  // oxlint-disable-next-line typescript/no-explicit-any -- each tool has a result of its own
  return result.structuredContent as any
}

test('read is pruned by the service', async () => {
  const result = await call('read', { file_path: 'shapes.js', context_focus_question: QUESTION })
  expect(result.pruning).toMatchObject({ attempted: true, applied: true, engine: 'http' })
  expect(result.content).toContain('checkSessionExpiry')
  expect(result.content).toMatch(/^\(filtered \d+ lines\)$/m)
  expect(result.content.length).toBeLessThan(sampleCode(60).length / 2)
})

test('bash is pruned by the service', async () => {
  const result = await call('bash', { command: 'cat shapes.js', context_focus_question: QUESTION })
  expect(result.pruning).toMatchObject({ applied: true, engine: 'http' })
  expect(result.stdout).toContain('checkSessionExpiry')
})

test('grep matches are returned as matches', async () => {
  const result = await call('grep', { pattern: '.', path: '.', context_focus_question: QUESTION })
  expect(result.pruning).toMatchObject({ applied: true, engine: 'http' })
  expect(result.matches.length).toBeLessThan(result.match_count + 1)
  const texts = result.matches.map(({ text }: { text: string }) => text)
  expect(texts.join('\n')).toContain('checkSessionExpiry')
})

test('the service counts its requests', async () => {
  const { text } = await http(`${service.url}/metrics`)
  expect(text).toMatch(/^mcp_pruner_http_requests_total\{route="\/prune",status="200"\} 3$/m)
})
