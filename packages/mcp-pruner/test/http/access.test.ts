// Who has access, and with which settings the command refuses to start.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failToServe, http, post, type RunningService, runService } from './running-service.js'

const TOKEN = 'a-token-of-many-characters'
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('on loopback', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService()
  })
  afterAll(() => service.stop())
  const ping = (headers: Record<string, string>, path = '/rpc') =>
    post(`${service.url}${path}`, PING, headers)

  test.each([
    'evil.example',
    'evil.example:8006',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost@evil.example',
    '[::2]',
  ])('the host %j is refused on every path', async (host) => {
    for (const path of ['/rpc', '/mcp', '/prune', '/nowhere']) {
      expect((await ping({ host }, path)).status).toBe(403)
    }
    expect((await http(`${service.url}/health`, { headers: { host } })).status).toBe(403)
  })

  test.each(['localhost', 'LOCALHOST:1234', '127.0.0.1:80', '127.9.9.9', '[::1]:8006'])(
    'the host %s is let in',
    async (host) => {
      expect((await ping({ host })).json.result).toEqual({})
    },
  )

  test.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'file://', ''])(
    'the origin %j is refused',
    async (origin) => {
      const reply = await ping({ origin })
      expect(reply).toMatchObject({ status: 403, json: { error: { code: -32600 } } })
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  test('the origin of a page on this machine is accepted', async () => {
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:1']) {
      expect((await ping({ origin })).status).toBe(200)
    }
  })

  test('a preflight gets no permission', async () => {
    const reply = await http(`${service.url}/rpc`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' },
    })
    expect(reply.status).toBe(405)
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('an unknown path or method gets an error', async () => {
    expect(await http(`${service.url}/`)).toMatchObject({
      status: 404,
      json: {
        error: { code: 'not_found', message: 'use /rpc, /mcp, /prune, /health, /ready, /metrics' },
      },
    })
    expect((await http(`${service.url}/rpc/`)).status).toBe(404)
    const get = await http(`${service.url}/rpc`)
    expect(get).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect((await http(`${service.url}/health`, { method: 'HEAD' })).status).toBe(200)
  })

  test('a body of another type is refused before it is parsed', async () => {
    const type = { 'content-type': 'text/plain' }
    expect((await ping(type)).status).toBe(415)
    const url = `${service.url}/rpc`
    const zipped = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await http(url, { method: 'POST', headers: zipped, body: '{}' })).status).toBe(415)
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    expect((await ping(charset)).status).toBe(200)
    const other = { 'content-type': 'application/json; charset="ISO-8859-1"' }
    expect(await ping(other)).toMatchObject({
      status: 415,
      json: { error: { message: 'send the body as UTF-8, not as ISO-8859-1' } },
    })
  })
})

describe('with a token', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService(['--host', '0.0.0.0', '--allow-host', 'Pruner.Team'], {
      MCP_PRUNER_TOKEN: TOKEN,
    })
  })
  afterAll(() => service.stop())

  test.each([
    undefined,
    '',
    TOKEN,
    `Basic ${TOKEN}`,
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN} ${TOKEN}`,
  ])('%j is not let in', async (authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
    for (const path of ['/rpc', '/mcp', '/prune', '/nowhere']) {
      const reply = await post(`${service.url}${path}`, PING, headers)
      expect(reply).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    }
    expect((await http(`${service.url}/metrics`)).status).toBe(401)
  })

  test('the token lets in, under any address and the names allowed', async () => {
    for (const host of ['10.1.2.3:8006', 'pruner.team', 'PRUNER.TEAM:80', 'localhost']) {
      const reply = await post(`${service.url}/rpc`, PING, {
        host,
        authorization: `Bearer ${TOKEN}`,
      })
      expect(reply.status).toBe(200)
    }
    const stranger = { host: 'evil.example', authorization: `Bearer ${TOKEN}` }
    expect((await post(`${service.url}/rpc`, PING, stranger)).status).toBe(403)
  })

  test('health needs none, for load balancers have none', async () => {
    expect((await http(`${service.url}/health`)).json.status).toBe('healthy')
  })

  test('the token is in no log', () => {
    expect(JSON.stringify(service.events)).not.toContain(TOKEN)
  })
})

describe('the command refuses', () => {
  test.each([
    ['an open address without a token', ['--host', '0.0.0.0'], {}, 'MCP_PRUNER_TOKEN'],
    ['the same by environment', [], { MCP_PRUNER_HOST: '::' }, 'MCP_PRUNER_TOKEN'],
    ['a short token', [], { MCP_PRUNER_TOKEN: 'short' }, 'at least 16 characters'],
    ['a port that is none', ['--port', 'http'], {}, '--port "http" is not valid'],
    ['a port out of range', [], { MCP_PRUNER_PORT: '70000' }, 'MCP_PRUNER_PORT="70000"'],
    ['an unknown option', ['--prot', '1'], {}, 'unknown option "--prot"'],
    ['a stray word', ['here'], {}, '"here"'],
    ['a life of no length', [], { MCP_PRUNER_PRUNE_ID_TTL_S: '0' }, 'MCP_PRUNER_PRUNE_ID_TTL_S'],
    [
      'a limit that is none',
      [],
      { MCP_PRUNER_MAX_INPUT_CHARS: '-1' },
      'MCP_PRUNER_MAX_INPUT_CHARS',
    ],
    ['an unknown store', [], { MCP_PRUNER_STORE: 'floppy' }, 'MCP_PRUNER_STORE="floppy"'],
  ])('%s, in one line that names it', async (_, args, env, part) => {
    const { code, stderr } = await failToServe(args, env)
    expect(code).toBe(2)
    expect(stderr).toContain(part)
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('a port that is taken', async () => {
    const service = await runService()
    const { code, stderr } = await failToServe(['--port', String(service.port)])
    await service.stop()
    expect(code).toBe(1)
    const message = `cannot start: 127.0.0.1:${service.port} is already in use`
    const [event = '', ...lines] = stderr.split('\n')
    expect(JSON.parse(event)).toMatchObject({ event: 'service.start_failed', data: { message } })
    expect(lines).toEqual([
      `mcp-pruner serve: ${message}`,
      'hint: choose another port with --port',
      '',
    ])
  })
})

test('the environment sets what options do not', async () => {
  const service = await runService([], {
    MCP_PRUNER_HOST: '127.0.0.1',
    MCP_PRUNER_MAX_INPUT_CHARS: '5',
    MCP_PRUNER_TOKEN: TOKEN,
  })
  const call = (text: string) =>
    post(
      `${service.url}/prune`,
      { code: text, query: 'what' },
      { authorization: `Bearer ${TOKEN}` },
    )
  expect((await call('12345')).json.error_msg).toBeNull()
  expect((await call('ééééé')).json.error_msg).toBeNull()
  expect((await call('123456')).json.error_msg).toBe('not pruned: input_too_large')
  expect(await service.stop()).toBe(0)
})
