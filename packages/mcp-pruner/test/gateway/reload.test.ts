// A configuration that changes while the gateway runs: servers come and go, and those that stay are not restarted.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, expect, test } from 'vitest'
import { answering, connect, textOf } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-reload-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const [command, hello = ''] = answering(folder, 'hello', { hello: text('hi') })
const [, other = ''] = answering(folder, 'other', { other: text('ho') })
const counting = join(folder, 'counting.mjs')
/** Tells its own process, so that a restart shows. */
writeFileSync(
  counting,
  `import { createInterface } from 'node:readline'
const tools = [{ name: 'pid', inputSchema: { type: 'object' } }]
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'counting', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: String(process.pid) }] }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() ?? {} }))
})`,
)

const file = join(folder, 'config.json')
const write = (content: string): void => {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
const servers = (...names: ('stays' | 'hello' | 'other')[]): string => {
  const scripts = { stays: counting, hello, other }
  const entries = names.map((name) => [name, { command, args: [scripts[name]] }])
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) })
}

test('servers are added and removed, and a file that cannot be read changes nothing', async () => {
  write(servers('stays', 'hello'))
  const env = { MCP_PRUNER_LOG_LEVEL: 'info' }
  const { client, close, stderr } = await connect({ server: [], options: ['--config', file], env })
  const names = async () =>
    (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.includes('__'))
  let changes = 0
  let tell = () => {}
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes++
    tell()
  })
  /** Asked again after each notice, as a client does. */
  const until = async (wanted: readonly string[]) => {
    for (;;) {
      const seen = changes
      const now = await names()
      if (wanted.every((name) => now.includes(name)) && now.length === wanted.length) return
      if (seen === changes) {
        await new Promise<void>((resolve) => {
          tell = resolve
        })
      }
    }
  }
  await until(['stays__pid', 'hello__hello'])
  const pid = textOf(await client.callTool({ name: 'stays__pid' }))

  write(servers('stays', 'other'))
  await until(['stays__pid', 'other__other'])
  expect(textOf(await client.callTool({ name: 'other__other' }))).toBe('ho')
  expect(textOf(await client.callTool({ name: 'stays__pid' }))).toBe(pid)
  await expect(client.callTool({ name: 'hello__hello' })).rejects.toThrow(/Unknown tool/)

  write('{"mcpServers":')
  while (!stderr().includes('config.not_reloaded')) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(await names()).toEqual(['stays__pid', 'other__other'])
  expect(textOf(await client.callTool({ name: 'stays__pid' }))).toBe(pid)
  await close()
})
