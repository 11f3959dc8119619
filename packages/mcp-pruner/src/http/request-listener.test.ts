// What all paths share: refusals, metrics, the rest of a refused body, and the requests that an end waits for.
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { ByteBudget } from './byte-budget.js'
import { currentCaller } from './callers.js'
import { createRequestListener, type ListenerParts, UnderWay } from './request-listener.js'
import { send } from './respond.js'
import type { Handler, Route } from './routes.js'
import { DEFAULT_LIMITS } from './service-limits.js'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const echo: Handler = async ({ res, body }) => send(res, 200, JSON.stringify([await body()]))
const caller: Handler = async ({ res }) => send(res, 200, JSON.stringify(currentCaller() ?? null))
const broken: Handler = async () => {
  throw new Error('a secret detail')
}
const never: Handler = () => new Promise(() => {})

async function serve(more: Partial<ListenerParts> = {}) {
  const requests: [route: string, status: number][] = []
  const events: [event: string, data: unknown][] = []
  const underWay = new UnderWay()
  const listener = createRequestListener({
    routes: new Map<string, Route>([
      ['/echo', { methods: { POST: echo, PUT: echo }, errors: 'plain' }],
      ['/rpc', { methods: { POST: echo }, errors: 'rpc' }],
      ['/open', { methods: { GET: caller }, errors: 'plain', open: true }],
      ['/caller', { methods: { GET: caller }, errors: 'plain' }],
      ['/broken', { methods: { GET: broken }, errors: 'plain' }],
      ['/never', { methods: { GET: never, POST: never }, errors: 'plain' }],
    ]),
    access: { token: undefined, loopbackOnly: true, allowedHosts: new Set() },
    byteBudget: new ByteBudget(1_000_000),
    limits: DEFAULT_LIMITS,
    metrics: { request: (route, status) => void requests.push([route, status]) },
    emit: (_level, event, fields) => void events.push([event, fields?.data]),
    underWay,
    ...more,
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, requests, events, underWay }
}

type AskOptions = Omit<RequestOptions, 'headers'> & { readonly headers?: OutgoingHttpHeaders }

async function ask(port: number, path: string, options: AskOptions = {}, body?: string) {
  const headers = { 'content-type': 'application/json', ...options.headers }
  const req = request({ port, host: '127.0.0.1', path, ...options, headers })
  req.end(body)
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  return { status: res.statusCode, headers: res.headers, body: JSON.parse(await text(res)) }
}

test('a path and a method that are not there are named, with those that are', async () => {
  const { port, requests } = await serve()
  expect(await ask(port, '/other')).toMatchObject({
    status: 404,
    body: {
      error: { code: 'not_found', message: 'use /echo, /rpc, /open, /caller, /broken, /never' },
    },
  })
  expect(await ask(port, '/echo?a=/b', { method: 'DELETE' })).toMatchObject({
    status: 405,
    headers: { allow: 'POST, PUT' },
    body: { error: { code: 'method_not_allowed', message: 'use POST, PUT' } },
  })
  expect(await ask(port, '/echo?a', { method: 'POST' }, 'x')).toMatchObject({ status: 200 })
  await expect
    .poll(() => requests)
    .toEqual([
      ['other', 404],
      ['/echo', 405],
      ['/echo', 200],
    ])
})

test('a token is asked for except where a path is open, and named callers are known', async () => {
  const access = {
    token: 'a token of sixteen',
    callers: [{ name: 'ann', token: 'another-of-sixteen' }],
    loopbackOnly: true,
    allowedHosts: new Set<string>(),
  }
  const { port } = await serve({ access })
  const refused = await ask(port, '/caller')
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  expect(await ask(port, '/open')).toMatchObject({ status: 200, body: null })
  const headers = { authorization: 'Bearer another-of-sixteen' }
  expect(await ask(port, '/caller', { headers })).toMatchObject({ status: 200, body: 'ann' })
  const evil = await ask(port, '/open', { headers: { host: 'evil.example' } })
  expect([evil.status, evil.headers['www-authenticate']]).toEqual([403, undefined])
})

test('two Host headers are refused, and other headers may be repeated', async () => {
  const { port } = await serve()
  const raw = async (headers: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET /open HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
    return text(socket)
  }
  expect(await raw('Host: localhost\r\nhost: localhost')).toContain('"second_host"')
  expect(await raw('Host: localhost\r\nX-A: host\r\nX-A: host')).toContain('200 OK')
})

test('an internal error is for the log and not for the caller', async () => {
  const { port, events } = await serve()
  const { status, body } = await ask(port, '/broken')
  expect([status, body]).toEqual([
    500,
    { error: { code: 'internal_error', message: 'Internal error' } },
  ])
  const logged = events.find(([event]) => event === 'http.internal_error')
  expect(logged?.[1]).toMatchObject({
    path: '/broken',
    message: expect.stringContaining('a secret detail'),
  })
})

test('the code of a refusal on a JSON-RPC path says whose fault it is', async () => {
  const { port, underWay } = await serve({ limits: { ...DEFAULT_LIMITS, bodyBytes: 5 } })
  const codeOf = async (body: string | Buffer) => {
    const { status, body: answer } = await ask(port, '/rpc', { method: 'POST' }, body as string)
    return [status, answer.error?.code]
  }
  expect(await codeOf('123456')).toEqual([413, -32_600])
  expect(await codeOf(Buffer.from([0xff]))).toEqual([400, -32_700])
  underWay.stopping = true
  expect(await codeOf('1')).toEqual([503, -32_603])
})

test('the rest of a refused body is read, so that its sender reads the reason', async () => {
  const { port, requests } = await serve({ limits: { ...DEFAULT_LIMITS, bodyBytes: 10 } })
  const { status, headers } = await ask(port, '/echo', { method: 'POST' }, 'x'.repeat(3_000_000))
  expect([status, headers.connection]).toEqual([413, 'keep-alive'])
  await expect.poll(() => requests).toEqual([['/echo', 413]])
})

test('no more of it is read than the limit, and the connection ends with the answer', async () => {
  const { port } = await serve({ limits: { ...DEFAULT_LIMITS, bodyBytes: 10, drainBytes: 100 } })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
  socket.write(`Content-Length: 1000000\r\n\r\n${'x'.repeat(200)}`)
  const answer = await text(socket)
  expect(answer).toContain('413 Payload Too Large')
  expect(answer).toMatch(/connection: close/i)
})

test('a sender that stops in the middle is answered after the time limit', async () => {
  const { port } = await serve({ limits: { ...DEFAULT_LIMITS, bodyBytes: 10, drainMs: 1 } })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
  socket.write(`Content-Length: 1000000\r\n\r\n${'x'.repeat(20)}`)
  expect(await text(socket)).toContain('413 Payload Too Large')
})

test('who waits to be told to go on has sent nothing to read', async () => {
  const { port } = await serve({ limits: { ...DEFAULT_LIMITS, bodyBytes: 10, drainMs: 2 ** 30 } })
  const socket = connect(port, '127.0.0.1')
  socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
  socket.write('Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 (?:100 Continue\r\n\r\nHTTP\/1\.1 )?413 /)
})

test('a caller that has gone counts as such', async () => {
  const { port, requests } = await serve()
  const req = request({ port, host: '127.0.0.1', path: '/never' })
  req.on('error', () => {})
  req.end()
  await once(req, 'socket')
  await once(req.socket!, 'connect')
  req.destroy()
  await expect.poll(() => requests).toEqual([['/never', 499]])
})

test('an end waits for requests in progress, not for event streams', async () => {
  const underWay = new UnderWay()
  const [post, get] = [{ method: 'POST' }, { method: 'GET' }] as IncomingMessage[]
  underWay.begin(get!)
  await underWay.finished()
  underWay.begin(post!)
  underWay.begin(post!)
  let isFinished = false
  const finished = underWay.finished().then(() => {
    isFinished = true
  })
  underWay.end(get!)
  underWay.end(post!)
  await new Promise(setImmediate)
  expect(isFinished).toBe(false)
  underWay.end(post!)
  await finished
  expect(isFinished).toBe(true)
})

test('while it drains, everything is answered on connections that are not kept', async () => {
  const { port, underWay } = await serve()
  const agentless = { headers: { connection: 'keep-alive' } }
  expect((await ask(port, '/open', agentless)).headers.connection).toBe('keep-alive')
  underWay.draining = true
  const draining = await ask(port, '/open', agentless)
  expect([draining.status, draining.headers.connection]).toEqual([200, 'close'])
})
