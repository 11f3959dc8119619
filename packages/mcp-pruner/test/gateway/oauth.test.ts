// Servers behind HTTP that ask for OAuth, with a real authorization server on loopback.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type GuardedServer, MACHINE, startGuarded } from './guarded-server.js'
import { openWire } from './wrapped.js'

const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-oauth-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const EXACT =
  '{"content":[{"type":"text","text":"let in"}],"structuredContent":{"id":1234567890123456789,"price":1.50}}'
let guarded: GuardedServer
let runs = 0

beforeEach(async () => {
  guarded = await startGuarded(EXACT)
})
afterEach(() => guarded.close())

function open(oauth: unknown, data = join(folder, `data-${++runs}`)) {
  const config = join(folder, `config-${++runs}.json`)
  const entry = { type: 'http', url: guarded.url, ...(oauth !== undefined && { oauth }) }
  writeFileSync(config, JSON.stringify({ mcpServers: { guarded: entry } }))
  const env = { MCP_PRUNER_DATA_DIR: data, MCP_PRUNER_LOG_LEVEL: 'info', PATH: '/nonexistent' }
  return { wire: openWire({ server: [], options: ['--config', config], env }), data }
}

const callSecret = async ({ wire }: ReturnType<typeof open>): Promise<string> => {
  const id = wire.start('secret', {})
  return wire.next((message) => message.id === id)
}

test('client credentials: the gateway gets a token for itself, and another when that has expired', async () => {
  const opened = open({ grant: 'client_credentials', ...MACHINE, issuer: guarded.issuer })
  await opened.wire.initialize()
  // Numbers keep their digits over HTTP as well.
  expect(await callSecret(opened)).toContain(EXACT)
  guarded.expire()
  expect(await callSecret(opened)).toContain('let in')
  expect(guarded.seen).toEqual(['token client_credentials', 'token client_credentials'])
  await opened.wire.end()
})

test('a user authorises it in a browser once, and is not asked again', async () => {
  const first = open(true)
  const initialized = first.wire.initialize()
  const { data } = await first.wire.event('upstream.authorization_needed')
  const page = await fetch(data.open)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('You can close this window.')
  expect((await initialized).result.serverInfo.name).toBeDefined()
  expect(await callSecret(first)).toContain('let in')
  await first.wire.end()
  expect(guarded.seen).toEqual(['register', 'authorize', 'token authorization_code'])
  const [file = ''] = readdirSync(join(first.data, 'oauth'))
  const path = join(first.data, 'oauth', file)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8')).tokens.refresh_token).toBeDefined()

  guarded.expire()
  const second = open(true, first.data)
  await second.wire.initialize()
  expect(await callSecret(second)).toContain('let in')
  expect(second.wire.eventsNamed('upstream.authorization_needed')).toEqual([])
  expect(guarded.seen.slice(3)).toEqual(['token refresh_token'])
  await second.wire.end()
})

test('a wrong answer of the browser is refused', async () => {
  const { wire } = open(true)
  const initialized = wire.initialize()
  const { data } = await wire.event('upstream.authorization_needed')
  const redirect = new URL(new URL(data.open).searchParams.get('redirect_uri') ?? '')
  redirect.searchParams.set('code', 'forged')
  redirect.searchParams.set('state', 'forged')
  expect((await fetch(redirect)).status).toBe(404)
  await fetch(data.open)
  expect((await initialized).error).toBeUndefined()
  await wire.end()
})

test.each([
  ['a wrong secret', { grant: 'client_credentials', clientId: 'machine', clientSecret: 'wrong' }],
  ['no oauth', undefined],
])('%s: one line says what the server asks for', async (_, oauth) => {
  const { wire } = open(oauth)
  const { error } = await wire.initialize()
  expect(error?.message).toContain('cannot start')
  expect(error?.message).toMatch(/HTTP 401|invalid_grant|Unauthorized/)
  await wire.end()
})

test.each([
  ['yes', 'mcpServers.guarded.oauth must be true or an object'],
  [{ grant: 'password' }, 'mcpServers.guarded.oauth.grant must be'],
  [{ grant: 'client_credentials' }, 'mcpServers.guarded.oauth needs clientId and clientSecret'],
])('%j in the configuration is an error with its place', async (oauth, problem) => {
  const { wire } = open(oauth)
  expect((await wire.exited).code).toBe(2)
  expect(wire.stderr).toContain(problem)
})
