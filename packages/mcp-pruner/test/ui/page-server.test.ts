// Which requests the page's server answers, without a browser.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runService } from '../http/running-service.js'
import { ENTRY } from '../stdio/raw-server.js'
import { type RunningPage, startPage } from './browser.js'
import { emptyFixture } from './page-fixture.js'

const fixture = emptyFixture()
let server: RunningPage
let origin = ''
let token = ''
beforeAll(async () => {
  server = await startPage(fixture.env)
  const url = new URL(server.address)
  origin = url.origin
  token = url.hash.slice(1)
})
afterAll(async () => {
  await server.stop()
  fixture.remove()
})

const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${origin}${path}`, init)
const authorized = { authorization: '' }
const withToken = () => ({ ...authorized, authorization: `Bearer ${token}` })

test('it listens on loopback, and its token is long and new each time', async () => {
  expect(new URL(server.address).hostname).toBe('127.0.0.1')
  expect(token).toMatch(/^[\w-]{32}$/)
  const other = await startPage(fixture.env)
  expect(new URL(other.address).hash).not.toBe(`#${token}`)
  await other.stop()
})

test('the page allows nothing from elsewhere', async () => {
  const response = await ask('/')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('nothing is shown without the token, nor to a page of another origin, nor under another name', async () => {
  for (const path of [
    '/api/calls',
    '/api/call?id=x',
    '/api/savings',
    '/api/files',
    '/api/replay',
    '/api/home',
    '/api/sessions',
    '/api/session?file=/etc/passwd',
    '/api/replayed?file=/etc/passwd&call=x',
  ]) {
    expect((await ask(path)).status).toBe(401)
    expect((await ask(path, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
    const foreign = { ...withToken(), origin: 'https://example.com' }
    expect((await ask(path, { headers: foreign })).status).toBe(403)
  }
  expect((await ask('/api/calls', { headers: withToken() })).status).toBe(200)
})

test('bad questions are refused in words', async () => {
  const post = async (body: string) => {
    const headers = { ...withToken(), 'content-type': 'application/json' }
    const response = await ask('/api/try', { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { error: { code: string } }).error.code]
  }
  expect(await post('{')).toEqual([400, 'not_json'])
  expect(await post('{"text":"x"}')).toEqual([400, 'invalid_request'])
  expect(await post('{"question":"x","file":"/etc/passwd"}')).toEqual([400, 'invalid_path'])
  expect(await post('{"question":"x","file":"missing.ts"}')).toEqual([400, 'not_found'])
  for (const path of ['/api/session?file=/etc/passwd', '/api/replayed?file=/etc/passwd&call=x']) {
    // Only recordings of this machine are read.
    expect((await ask(path, { headers: withToken() })).status).toBe(404)
  }
  const unknown = await ask('/api/call?id=call_unknown', { headers: withToken() })
  expect(unknown.status).toBe(404)
})

describe('with two calls in the ledger', () => {
  const call = (id: string, more: object) => ({
    kind: 'call',
    at: Date.now(),
    session: 's',
    entryPoint: 'stdio',
    client: 'claude-code',
    project: '/p',
    tool: 'grep',
    raw: 9000,
    shown: 400,
    question: 10,
    id,
    ...more,
  })
  beforeAll(() => {
    const folder = join(fixture.env['MCP_PRUNER_CACHE_DIR'] as string, 'ledger')
    mkdirSync(folder, { recursive: true })
    const calls = [call('call_grouped', {}), call('call_cut', { prune: `prn_${'0'.repeat(26)}` })]
    const lines = calls.map((entry) => `\n${JSON.stringify(entry)}`).join('')
    writeFileSync(join(folder, 'host.1.00000000-0000-4000-8000-000000000000.calls'), lines)
  })

  // Matches grouped by file take fewer tokens; the page said that their text was no longer kept.
  test('an answer that is shorter without a cut is not taken for a cut', async () => {
    const page = await (await ask('/api/calls', { headers: withToken() })).json()
    const { calls } = page as { calls: { id: string; isCut: boolean }[] }
    expect(Object.fromEntries(calls.map(({ id, isCut }) => [id, isCut]))).toEqual({
      call_cut: true,
      call_grouped: false,
    })
  })

  // They were used on Home and in Replay only.
  test('the prices that are given are those of Savings', async () => {
    const prices = join(fixture.root, 'prices.json')
    const models = { 'claude-sonnet-5': { input: 100, output: 100 } }
    writeFileSync(prices, JSON.stringify({ date: '2026-12-01', models }))
    const other = await startPage(fixture.env, '--prices', prices)
    const { hash, origin: there } = new URL(other.address)
    const headers = { authorization: `Bearer ${hash.slice(1)}` }
    const { money } = (await (await fetch(`${there}/api/savings`, { headers })).json()) as {
      money: { once: number; date: string }
    }
    await other.stop()
    expect(money.date).toBe('2026-12-01')
    // Two calls, each with 9,000 − 400 − 10 tokens saved.
    expect(money.once).toBeCloseTo((2 * 8590 * 100) / 1e6, 6)
  })
})

test('everything together is under 150 KB', () => {
  const folder = fileURLToPath(new URL('../../dist/page', import.meta.url))
  const files = readdirSync(folder)
  expect(files.sort((a, b) => a.localeCompare(b))).toEqual(['index.html', 'page.css', 'page.js'])
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  expect(bytes).toBeLessThan(150_000)
})

test('serve does not offer it', async () => {
  const service = await runService()
  for (const path of ['/', '/page.js', '/api/calls', '/api/try']) {
    expect((await fetch(`${service.url}${path}`)).status).toBe(404)
  }
  await service.stop()
})

test('wrong options are reported in one line', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [ENTRY, 'ui', ...args], { encoding: 'utf8' })
  expect(run('--port', 'x')).toMatchObject({
    status: 2,
    stderr:
      'mcp-pruner ui: --port "x" is not valid: use an integer from 0 to 65535\nhint: mcp-pruner ui --help\n',
  })
  expect(run('--nonsense').status).toBe(2)
  const taken = run('--no-open', '--port', new URL(origin).port)
  expect(taken).toMatchObject({ status: 1 })
  expect(taken.stderr).toMatch(/^mcp-pruner ui: port \d+ is already in use\n/)
})
