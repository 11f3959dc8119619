import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { readAccess, readServeOptions } from './serve-options.js'

const TOKEN = 'a-token-of-many-characters'
const folder = makeTree({
  callers: `ada ${TOKEN}\n# nobody\ngrace another-token-of-many\n`,
  broken: 'ada\n',
  'sub/file': '',
})
afterAll(() => removeTree(folder))
const read = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  readServeOptions(args, env)

test('the defaults', () => {
  const options = read()
  expect(options).toMatchObject({
    host: '127.0.0.1',
    stateless: false,
    access: { token: undefined, callers: [], loopbackOnly: true },
    inputLimit: { unit: 'bytes', max: 2_000_000 },
    localSettings: undefined,
  })
  expect([...options.access.allowedHosts]).toEqual(['127.0.0.1'])
  expect([...options.trustedProxies]).toEqual([])
})

test('options come before variables', () => {
  const env = { MCP_PRUNER_HOST: 'localhost', MCP_PRUNER_PORT: '7001', MCP_PRUNER_TOKEN: TOKEN }
  expect(read([], env)).toMatchObject({ host: 'localhost', port: 7001 })
  const args = ['--host', '0.0.0.0', '--port', '7002', '--stateless']
  expect(read(args, env)).toMatchObject({
    host: '0.0.0.0',
    port: 7002,
    stateless: true,
    access: { token: TOKEN, loopbackOnly: false },
  })
})

test('names of hosts have no case, and proxies are listed and given', () => {
  const options = read(['--allow-host', 'Pruner.Example', '--trust-proxy', '10.0.0.1'], {
    MCP_PRUNER_TRUSTED_PROXIES: '10.0.0.2,::1',
  })
  expect([...options.access.allowedHosts]).toEqual(['127.0.0.1', 'pruner.example'])
  expect([...options.trustedProxies]).toEqual(['10.0.0.1', '10.0.0.2', '::1'])
})

test.each([
  [['--host', '0.0.0.0'], {}, /0\.0\.0\.0 can be reached from other machines, and no token is set/],
  [[], { MCP_PRUNER_TOKEN: 'short' }, /MCP_PRUNER_TOKEN is not a usable token/],
  [[], { MCP_PRUNER_TOKEN: `${TOKEN} x` }, /MCP_PRUNER_TOKEN is not a usable token/],
  [['--trust-proxy', 'proxy.example'], {}, /--trust-proxy/],
  [[], { MCP_PRUNER_TRUSTED_PROXIES: '10.0.0.1,proxy' }, /MCP_PRUNER_TRUSTED_PROXIES/],
  [['--port', '70000'], {}, /--port/],
  [[], { MCP_PRUNER_TOOLS: 'read' }, /MCP_PRUNER_TOOLS offers read over HTTP, and no token is set/],
  [[], { MCP_PRUNER_TOKENS_FILE: join(folder, 'missing') }, /cannot be used: ENOENT/],
  [[], { MCP_PRUNER_TOKENS_FILE: join(folder, 'sub') }, /cannot be used: it is not a regular file/],
  [[], { MCP_PRUNER_TOKENS_FILE: join(folder, 'broken') }, /cannot be used: line 1: write a name/],
])('%j with %j is refused', (args, env, message) => {
  expect(() => read(args, env as Record<string, string>)).toThrow(message)
})

test('callers with names are a token, and read from a file', () => {
  const env = { MCP_PRUNER_TOKENS_FILE: join(folder, 'callers') }
  const { access } = read(['--host', '0.0.0.0'], env)
  expect(access.callers).toEqual([
    { name: 'ada', token: TOKEN },
    { name: 'grace', token: 'another-token-of-many' },
  ])
  expect(access.token).toBeUndefined()
})

test('local tools are those that read this machine', () => {
  const env = { MCP_PRUNER_TOKEN: TOKEN }
  const tools = (list: string) => read([], { ...env, MCP_PRUNER_TOOLS: list }).localSettings?.tools
  expect(tools('read,recover_text,bash')).toEqual(['read', 'bash'])
  expect(tools('recover_text')).toBeUndefined()
  expect(read([], env).localSettings).toBeUndefined()
})

test('a limit in characters replaces the one in bytes', () => {
  expect(read([], { PRUNER_MAX_INPUT_BYTES: '5000' }).inputLimit).toEqual({
    unit: 'bytes',
    max: 5000,
  })
  const both = { PRUNER_MAX_INPUT_BYTES: '5000', MCP_PRUNER_MAX_INPUT_CHARS: '70' }
  expect(read([], both).inputLimit).toEqual({ unit: 'chars', max: 70 })
})

test('the page is for this machine alone, too, unless it has a token', () => {
  expect(readAccess({}, 'localhost', []).loopbackOnly).toBe(true)
  expect(() => readAccess({}, '192.168.1.5', [])).toThrow('no token is set')
})
