// When a load balancer should send requests here: from the start to the order to stop, and as fast as they can be done.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sampled } from '@jeeves/testing'
import { afterEach, expect, test } from 'vitest'
import {
  COMMAND,
  post,
  pruneArguments,
  type RunningService,
  runService,
  sampleCode,
} from './running-service.js'

const open: RunningService[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.stop('SIGKILL')
})
async function serve(env: Record<string, string> = {}) {
  const service = await runService([], env)
  open.push(service)
  return service
}

const statusOf = async (url: string) =>
  (await fetch(url, { headers: { connection: 'close' } })).status
const pruneCall = (text: string, options: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'prune_text', arguments: pruneArguments(text, options) },
})

test('ready, with its store and its workers', async () => {
  const { url } = await serve()
  const response = await fetch(`${url}/ready`)
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 200,
    body: {
      status: 'ready',
      draining: false,
      store: 'ok',
      model_loaded: true,
      workers: { alive: expect.any(Number), busy: 0, queued: 0 },
    },
  })
})

test('an unreachable store is reported, and takes no server out', async () => {
  const { url } = await serve({
    MCP_PRUNER_STORE: 'redis://127.0.0.1:1',
    MCP_PRUNER_STORE_WAIT_MS: '200',
  })
  const response = await fetch(`${url}/ready`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'degraded', store: 'unreachable' })
  const health = await fetch(`${url}/health`)
  expect(health.status).toBe(200)
  expect(await health.json()).toMatchObject({ status: 'healthy', store: 'unreachable' })
})

test('without the weights of its model it prunes, with a warning', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'mcp-pruner-weights-'))
  cpSync(dirname(COMMAND), copy, { recursive: true, filter: (path) => !path.endsWith('.bin') })
  const service = await runService([], {}, join(copy, 'index.js'))
  open.push(service)
  const health = await fetch(`${service.url}/health`)
  expect(await health.json()).toMatchObject({ status: 'healthy', model_loaded: false })
  await service.stop('SIGKILL')
  rmSync(copy, { recursive: true, force: true })
})

test('after the signal it is no longer ready at once, and keeps answering for the configured time', async () => {
  const service = await serve({ MCP_PRUNER_DRAIN_MS: '3000' })
  const { url } = service
  const stopped = service.stop('SIGTERM')
  while ((await statusOf(`${url}/ready`)) === 200) await new Promise(setImmediate)
  expect(await statusOf(`${url}/ready`)).toBe(503)
  expect(await statusOf(`${url}/health`)).toBe(200)
  const { status, json } = await post(`${url}/rpc`, pruneCall(sampleCode(40)))
  expect({ status, hasResult: json.result !== undefined }).toEqual({ status: 200, hasResult: true })
  expect(await stopped).toBe(0)
})

test.each([
  ['without a type', {}, 200],
  ['without a type, from a web page', { origin: 'http://localhost:3000' }, 415],
  ['as plain text', { 'content-type': 'text/plain' }, 415],
])('a body for /prune %s', async (_, headers, status) => {
  const { port } = await serve()
  const body = JSON.stringify({ code: 'a = 1\nb = 2\n', query: 'a' })
  const got = await new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method: 'POST', path: '/prune', headers }, (res) => {
      res.resume()
      resolve(res.statusCode)
    })
      .once('error', reject)
      .end(body)
  })
  expect(got).toBe(status)
})

// Of 400 at once answers came after 7 to 15 s, and three workers were lost.
test('of a burst, those that cannot be done in time are refused, and no worker is lost', async () => {
  const { url } = await serve()
  await post(`${url}/rpc`, pruneCall(sampleCode(40)))
  const text = sampleCode(60)
  const answers = await Promise.all(
    Array.from({ length: sampled(120, 400) }, async (_, id) => {
      const response = await fetch(`${url}/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...pruneCall(text, { timeout_ms: 2000 }), id }),
      })
      const { error } = (await response.json()) as { error?: { data?: { code?: string } } }
      return `${response.status} ${response.headers.get('retry-after')} ${error?.data?.code}`
    }),
  )
  expect(
    [...new Set(answers)].filter(
      (answer) => !['200 null undefined', '503 1 overloaded'].includes(answer),
    ),
  ).toEqual([])
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(/workers?_lost\w* (\d+)/.exec(metrics)?.[1]).toBe('0')
  expect((await post(`${url}/rpc`, pruneCall(sampleCode(40)))).status).toBe(200)
})
