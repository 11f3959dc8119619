import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readBody } from './body.js'
import { ByteBudget } from './byte-budget.js'
import { send, sendError } from './respond.js'
import { overloaded } from './rpc-errors.js'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A service that answers with the body, or with the code of what is wrong with it. */
async function service(maxBytes: number, budget = new ByteBudget(1_000_000), mayOmitType = false) {
  const server = createServer((req, res) => {
    const reservation = budget.open()
    readBody(req, res, maxBytes, reservation, mayOmitType)
      .then((text) => send(res, 200, text, 'text/plain'))
      .catch((error: { status: number; code: string; message: string }) =>
        sendError(res, error, 'plain'),
      )
      .finally(() => reservation.end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  open.push(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly chunks: readonly (string | Buffer)[]
}

async function post(port: number, { headers, chunks }: Sent) {
  const type = { 'content-type': 'application/json' }
  const req = request({ port, host: '127.0.0.1', method: 'POST', headers: headers ?? type })
  req.on('error', () => {})
  for (const chunk of chunks) {
    req.write(chunk)
    await new Promise(setImmediate)
  }
  req.end()
  const res = await new Promise<IncomingMessage>((resolve) => req.once('response', resolve))
  let text = ''
  for await (const chunk of res.setEncoding('utf8')) text += chunk
  return { status: res.statusCode, text, headers: res.headers }
}

test('a body in several pieces is read whole, in order', async () => {
  const port = await service(100)
  const { status, text, headers } = await post(port, { chunks: ['"gr', 'ün', ' 1"'] })
  expect([status, text]).toEqual([200, '"grün 1"'])
  expect(headers).toMatchObject({
    'content-length': '9',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
})

test('its bytes together are limited, also where nobody said how many there are', async () => {
  const port = await service(10)
  expect(await post(port, { chunks: ['12345', '67890'] })).toMatchObject({ status: 200 })
  const { status, text } = await post(port, { chunks: ['12345', '67890', '1'] })
  expect([status, JSON.parse(text).error]).toEqual([
    413,
    { code: 'body_too_large', message: 'the body is over 10 bytes' },
  ])
})

test('a body that says that it is too large is not read', async () => {
  const port = await service(10)
  const headers = { 'content-type': 'application/json', 'content-length': '11' }
  expect(await post(port, { headers, chunks: ['12345678901'] })).toMatchObject({ status: 413 })
})

test('what all requests hold together is limited, and the caller is told when to come back', async () => {
  const budget = new ByteBudget(8)
  const port = await service(100, budget)
  const refused = await post(port, { chunks: ['123456789'] })
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(JSON.parse(refused.text).error.code).toBe('overloaded')
  expect(budget.bytes).toBe(0)
  expect(await post(port, { chunks: ['12345678'] })).toMatchObject({ status: 200 })
  expect(overloaded('why')).toMatchObject({ data: { code: 'overloaded', reason: 'why' } })
})

test('bytes that are not UTF-8 are refused', async () => {
  const port = await service(100)
  const { status, text } = await post(port, { chunks: [Buffer.from([0x22, 0xff, 0x22])] })
  expect([status, JSON.parse(text).error.code]).toEqual([400, 'not_utf8'])
})

test.each([
  [{ 'content-type': 'text/plain' }, 'unsupported_media_type'],
  [{}, 'unsupported_media_type'],
  [{ 'content-type': 'application/jsonp' }, 'unsupported_media_type'],
  [{ 'content-type': 'application/json', 'content-encoding': 'gzip' }, 'unsupported_encoding'],
])('a body of %j is refused: %s', async (headers, code) => {
  const { status, text } = await post(await service(100), { headers, chunks: ['{}'] })
  expect([status, JSON.parse(text).error.code]).toEqual([415, code])
})

test.each([
  [{ 'content-type': 'application/json; charset=utf-8' }],
  [{ 'content-type': 'Application/vnd.api+json' }],
  [{ 'content-type': 'application/json', 'content-encoding': 'identity' }],
])('a body of %j is read', async (headers) => {
  expect(await post(await service(100), { headers, chunks: ['{}'] })).toMatchObject({ status: 200 })
})

test('where the type may be left out, a web page may not', async () => {
  const port = await service(100, new ByteBudget(1000), true)
  expect(await post(port, { headers: {}, chunks: ['{}'] })).toMatchObject({ status: 200 })
  const headers = { origin: 'http://localhost' }
  expect(await post(port, { headers, chunks: ['{}'] })).toMatchObject({ status: 415 })
})
