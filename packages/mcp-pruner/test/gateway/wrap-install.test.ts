// `wrap --install` puts a client's servers behind one gateway, and `--uninstall` puts its file back byte for byte.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, expect, test } from 'vitest'
import { answering, COMMAND } from './wrapped.js'

const home = mkdtempSync(join(tmpdir(), 'mcp-pruner-wrap-install-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  MCP_PRUNER_DATA_DIR: join(home, 'data'),
  MCP_PRUNER_CACHE_DIR: join(home, 'cache'),
}
const wrap = (...args: string[]) =>
  spawnSync(process.execPath, [COMMAND, 'wrap', ...args], { env, encoding: 'utf8' })
const [node, file] = answering(home, 'one', { hello: { content: [{ type: 'text', text: 'hi' }] } })

test.each([
  [
    'cursor',
    join(home, '.cursor', 'mcp.json'),
    `{\n\t"other": [1,2],   // kept\n\t"mcpServers": {"a b": {"command": ${JSON.stringify(node)}, "args": [${JSON.stringify(file)}]},\n\t"two": { "command": ${JSON.stringify(node)}, "args": [${JSON.stringify(file)}], },\n\t"off": {"command": "x", "disabled": true}}\r\n}`,
  ],
  [
    'opencode',
    join(home, '.config', 'opencode', 'opencode.json'),
    `{"mcp": {"a": {"type": "local", "command": [${JSON.stringify(node)}, ${JSON.stringify(file)}]}, "b": {"type": "local", "command": [${JSON.stringify(node)}, ${JSON.stringify(file)}]}}}`,
  ],
])('%s', async (client, config, before) => {
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(config, before)
  const installed = wrap('--install', client)
  expect(installed.stderr).toBe('')
  expect(installed.status).toBe(0)
  const servers = Object.values(
    JSON.parse(readFileSync(config, 'utf8').replace(/\/\/ kept/, '')),
  ).findLast((value) => !Array.isArray(value)) as Record<
    string,
    { command: string | string[]; args?: string[] }
  >
  expect(Object.keys(servers)).toEqual(client === 'cursor' ? ['off', 'gateway'] : ['gateway'])
  const { command, args = [] } = servers['gateway'] ?? { command: '' }
  const [program = '', ...rest] = [command, args].flat()
  const connected = new Client({ name: 'claude-code', version: '1' })
  await connected.connect(
    new StdioClientTransport({ command: program, args: rest, env, stderr: 'ignore' }),
  )
  const { tools } = await connected.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    client === 'cursor'
      ? ['a-b__hello', 'two__hello', 'artifact_read']
      : ['a__hello', 'b__hello', 'artifact_read'],
  )
  await connected.close()
  expect(wrap('--install', client).stderr).toContain('is set up already')
  expect(wrap('--uninstall', client).status).toBe(0)
  expect(readFileSync(config, 'utf8')).toBe(before)
  expect(wrap('--uninstall', client).stderr).toContain('has no gateway of ours')
})

test('what cannot be done is told', () => {
  expect(wrap('--install', 'codex').stderr).toContain('does not keep its servers in JSON')
  expect(wrap('--install', 'gemini').stderr).toContain('has no servers to wrap')
  expect(wrap('--install', 'nobody').status).toBe(2)
})
