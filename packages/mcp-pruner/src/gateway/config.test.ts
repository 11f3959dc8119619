import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.js'

const folder = mkdtempSync(join(tmpdir(), 'gateway-config-'))
const file = join(folder, 'mcp.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(config: unknown, env: Record<string, string> = {}) {
  writeFileSync(file, JSON.stringify(config))
  return readConfig(file, env)
}
/** Beside one that works, so that it is told and does not stop the others. */
function problemOf(entry: unknown): string {
  const [, broken] = read({ mcpServers: { fine: { command: 'x' }, bad: entry } })
  return broken?.kind === 'broken' ? broken.problem : `not broken: ${JSON.stringify(broken)}`
}

test('a program, with its folder beside the file', () => {
  expect(
    read({ mcpServers: { a: { command: 'x', args: ['-y'], env: { K: 'v' }, cwd: 'sub' } } }),
  ).toEqual([
    {
      kind: 'stdio',
      isNamed: true,
      name: 'a',
      command: 'x',
      args: ['-y'],
      env: { K: 'v' },
      cwd: join(folder, 'sub'),
    },
  ])
})

test('an address, in the form of VS Code too; a disabled one is left out', () => {
  expect(
    read({
      servers: {
        off: { command: 'x', disabled: true },
        web: { type: 'http', url: 'https://x/mcp', headers: { A: 'b' }, oauth: true },
      },
    }),
  ).toEqual([
    {
      kind: 'http',
      isNamed: true,
      name: 'web',
      url: 'https://x/mcp',
      headers: { A: 'b' },
      oauth: { grant: 'authorization_code' },
    },
  ])
})

test('variables stand for what the environment has, or for their default', () => {
  const entry = { command: '${BIN}', args: ['${env:BIN}', '${NONE:-d}', '${NONE:-}', '$BIN'] }
  expect(read({ mcpServers: { a: entry } }, { BIN: '/b' })).toMatchObject([
    { command: '/b', args: ['/b', 'd', '', '$BIN'] },
  ])
})

test('names become what clients accept, each another', () => {
  const names = ['a b', 'a/b', '__x__y', '!!!', 'n'.repeat(50), `${'n'.repeat(50)}2`]
  const servers = Object.fromEntries(names.map((name) => [name, { command: 'x' }]))
  expect(read({ mcpServers: servers }).map(({ name }) => name)).toEqual([
    'a-b',
    'a-b-2',
    'x_y',
    'server',
    'n'.repeat(40),
    `${'n'.repeat(37)}-2`,
  ])
})

test.each<[unknown, string]>([
  ['x', 'bad must be an object'],
  [{}, 'bad.command or url must be given, and only one of them'],
  [{ command: 'x', url: 'http://x' }, 'bad.command or url must be given, and only one of them'],
  [{ command: '' }, 'bad.command must not be empty'],
  [{ command: 1 }, 'bad.command must be a string'],
  [{ command: 'x', args: 'y' }, 'bad.args must be a list of texts'],
  [{ command: 'x', args: ['a', 1] }, 'bad.args[1] must be a string'],
  [{ command: 'x', env: ['a'] }, 'bad.env must be an object of texts'],
  [{ command: '${NONE}' }, 'bad.command needs the environment variable NONE, which is not set'],
  [{ command: '${input:key}' }, 'bad.command needs an input that only VS Code asks for'],
  [{ type: 'sse', url: 'http://x' }, 'bad.type is "sse", which MCP has replaced'],
  [{ type: 'ws', url: 'http://x' }, 'bad.type is "ws"; use "stdio" or "http"'],
  [{ url: 'ftp://x' }, 'bad.url is not an http or https address: "ftp://x"'],
  [{ url: 'nothing' }, 'bad.url is not an http or https address: "nothing"'],
  [{ url: 'http://x', oauth: 'yes' }, 'bad.oauth must be true or an object'],
  [{ url: 'http://x', oauth: { grant: 'x' } }, 'bad.oauth.grant must be "authorization_code" or'],
  [{ url: 'http://x', oauth: { scope: 1 } }, 'bad.oauth.scope must be a string'],
  [
    { url: 'http://x', oauth: { grant: 'client_credentials', clientId: 'i' } },
    'bad.oauth needs clientId and clientSecret for client_credentials',
  ],
  [{ command: 'x', mcpPruner: { maxBytes: 1 } }, 'bad.mcpPruner.maxBytes must be a whole number'],
])('%j is told', (entry, problem) => {
  expect(problemOf(entry)).toContain(`${file}: mcpServers.${problem}`)
})

test('client credentials', () => {
  const oauth = { grant: 'client_credentials', clientId: 'i', clientSecret: 's', scope: 'r' }
  expect(read({ mcpServers: { a: { url: 'http://x', oauth } } })).toMatchObject([{ oauth }])
  expect(read({ mcpServers: { a: { url: 'http://x', oauth: false } } })[0]).not.toHaveProperty(
    'oauth',
  )
})

test('a file without a server that can start is refused', () => {
  expect(() => read({ mcpServers: {} })).toThrow('mcpServers names no server to start')
  expect(() => read({ mcpServers: [] })).toThrow('must be an object with one entry per server')
  expect(() => read({})).toThrow('mcpServers must be an object')
  expect(() => read([])).toThrow('it must contain an object with "mcpServers"')
  expect(() => read({ mcpServers: { bad: {} } })).toThrow('bad.command or url must be given')
})
