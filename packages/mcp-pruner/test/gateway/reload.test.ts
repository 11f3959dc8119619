// A configuration that changes while the gateway runs: servers come and go, and those that stay are not restarted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { PATIENT } from '../stdio/raw-server.js'
import { answering, COMMAND, connect, textOf } from './wrapped.js'

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

// The label was read from the servers that there were at the start.
test('metrics name the server of a call after the configuration changed', async () => {
  write(servers('hello'))
  const child = spawn(process.execPath, [COMMAND, 'wrap', '--http', '0', '--config', file], {
    env: { ...process.env, ...PATIENT, MCP_PRUNER_STORE: 'memory', MCP_PRUNER_LEDGER: 'off' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const url = new URL(/http:\S+/.exec(line)?.[0] ?? '')
  const call = async (name: string) => {
    const client = new Client({ name: 'test', version: '0' })
    const transport = new StreamableHTTPClientTransport(url)
    await client.connect(transport)
    const { tools } = await client.listTools()
    const isThere = tools.some((tool) => tool.name === name)
    if (isThere) await client.callTool({ name })
    await transport.terminateSession()
    await client.close()
    return isThere
  }
  expect(await call('hello')).toBe(true)
  write(servers('stays', 'other'))
  while (!(await call('stays__pid'))) await sleep(200)
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  const counted = [...metrics.matchAll(/calls_total\{server="(\w*)",tool="(\w+)",/g)]
  expect(counted.map(([, server, tool]) => [server, tool])).toEqual([
    ['hello', 'hello'],
    ['stays', 'stays__pid'],
  ])
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
})
