import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { RpcError } from '../rpc/rpc-error.js'
import { sendError } from './respond.js'
import { createRoutes, type RouteParts } from './routes.js'
import { overloaded } from './rpc-errors.js'
import { DEFAULT_LIMITS } from './service-limits.js'
import { notRun } from './tools/service-tool.js'

interface Answered {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

function response(): { res: ServerResponse; answer: Answered } {
  const answer: Answered = { status: undefined, headers: {}, body: '' }
  const res = {
    headersSent: false,
    destroyed: false,
    setHeader: (name: string, value: unknown) => void (answer.headers[name] = value),
    writeHead(status: number, headers: object = {}) {
      Object.assign(answer.headers, headers)
      answer.status = status
      return this
    },
    end: (body: Buffer | string = '') => void (answer.body = String(body)),
  }
  return { res: res as unknown as ServerResponse, answer }
}

const READY = { status: 'ready', store: 'ok', model_loaded: true }
async function ask(
  path: string,
  body = '',
  more: Partial<Record<keyof RouteParts, unknown>> = {},
  method = 'POST',
) {
  const handled: unknown[] = []
  const routes = createRoutes({
    tools: { definitions: [], call: () => Promise.resolve({ content: [] }) },
    swePrune: () => Promise.resolve({ status: 422, body: { detail: [] } }),
    admission: { refuseIfFull: () => {} },
    mcp: {
      handle: (_req: unknown, _res: unknown, _exchange: unknown, message: unknown) =>
        Promise.resolve(void handled.push(message)),
    },
    readiness: () => Promise.resolve(READY),
    metrics: { text: () => Promise.resolve('metric 1'), contentType: 'text/plain; version=0.0.4' },
    limits: DEFAULT_LIMITS,
    ...more,
  } as unknown as RouteParts)
  const { res, answer } = response()
  const context = { requestId: 'r', signal: new AbortController().signal }
  const exchange = { req: {} as IncomingMessage, res, context, body: () => Promise.resolve(body) }
  await routes.get(path)?.methods[method]?.(exchange)
  return { ...answer, handled }
}
const call = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const full = () => {
  throw overloaded('full')
}

describe('/rpc', () => {
  test('answers requests, and a notification without a body', async () => {
    expect(await ask('/rpc', call('ping'))).toMatchObject({
      status: 200,
      body: '{"jsonrpc":"2.0","id":1,"result":{}}',
    })
    const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    expect(await ask('/rpc', notification)).toMatchObject({ status: 204, body: '' })
    expect((await ask('/rpc', call('other'))).body).toContain('-32601')
    expect(
      (await ask('/rpc', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: [1] })))
        .body,
    ).toContain('-32602')
  })

  test('says when all of it was refused for lack of room', async () => {
    const tools = { definitions: [], call: () => Promise.reject(overloaded('full')) }
    expect(await ask('/rpc', call('tools/call', { name: 'x' }), { tools })).toMatchObject({
      status: 503,
      headers: { 'retry-after': 1 },
    })
  })
})

describe('/mcp', () => {
  test('passes messages on, and refuses what cannot be read', async () => {
    expect((await ask('/mcp', '{"a":1}')).handled).toEqual([{ a: 1 }])
    await expect(ask('/mcp', '{')).rejects.toMatchObject({ status: 400, code: 'not_json' })
  })

  test('refuses a text to prune while the queue is full, and nothing else', async () => {
    const admission = { refuseIfFull: full }
    const pruning = call('tools/call', { name: 'prune_text' })
    await expect(ask('/mcp', pruning, { admission })).rejects.toBeInstanceOf(RpcError)
    for (const other of [call('tools/call', { name: 'recover_text' }), call('tools/list'), 'null'])
      expect((await ask('/mcp', other, { admission })).handled).toHaveLength(1)
  })
})

describe('what others ask', () => {
  const readiness = (status: string) => ({ readiness: () => Promise.resolve({ ...READY, status }) })
  test.each([
    ['ready', 200],
    ['degraded', 200],
    ['unavailable', 503],
  ])('/ready of a service that is %s is %d', async (status, code) => {
    expect(await ask('/ready', '', readiness(status), 'GET')).toMatchObject({ status: code })
    expect(await ask('/health', '', readiness(status), 'GET')).toMatchObject({ status: 200 })
  })

  test('health has the fields of a swe-pruner, /prune its statuses, /metrics its type', async () => {
    const health = await ask('/health', '', {}, 'HEAD')
    expect(JSON.parse(health.body)).toMatchObject({
      status: 'healthy',
      model_loaded: true,
      store: 'ok',
    })
    expect(await ask('/prune')).toMatchObject({ status: 422, body: '{"detail":[]}' })
    expect(await ask('/metrics', '', {}, 'GET')).toMatchObject({
      status: 200,
      body: 'metric 1',
      headers: { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' },
    })
  })
})

describe('errors of requests that reach no method', () => {
  const sent = (status: number, code: string, shape: 'rpc' | 'plain') => {
    const { res, answer } = response()
    sendError(res, { status, code, message: 'm' }, shape)
    return answer
  }
  test.each([
    [400, 'not_json', -32700],
    [400, 'not_utf8', -32700],
    [413, 'body_too_large', -32600],
    [500, 'internal_error', -32603],
    [503, 'overloaded', -32603],
  ])('%d %s is %d', (status, code, rpc) => {
    const answer = sent(status, code, 'rpc')
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: rpc, message: 'm', data: { code } },
    })
    expect(answer.headers['retry-after']).toBe(status === 503 ? 1 : undefined)
    expect(JSON.parse(sent(status, code, 'plain').body)).toEqual({ error: { code, message: 'm' } })
  })

  test('nothing is sent twice, nor to a caller who has left', () => {
    for (const gone of [{ headersSent: true }, { destroyed: true }]) {
      const { res, answer } = response()
      sendError(Object.assign(res, gone), { status: 400, code: 'c', message: 'm' }, 'plain')
      expect(answer.status).toBeUndefined()
    }
  })
})

describe('a tool that was not run', () => {
  test('is overloaded, wrong or broken', () => {
    const errors = [{ path: 'ids', code: 'ARRAY_TOO_LARGE', message: 'm', limit: 100, actual: 101 }]
    expect(notRun('t', { code: 'MEMORY_PRESSURE', message: 'full' }).data).toMatchObject({
      code: 'overloaded',
    })
    for (const code of ['ARRAY_TOO_LARGE', 'INVALID_INPUT'])
      expect(notRun('t', { code, message: 'm', context: { errors } })).toMatchObject({
        code: -32602,
        data: { tool: 't', issues: [{ path: 'arguments.ids', limit: 100, actual: 101 }] },
      })
    expect(notRun('t', { code: 'timeout', message: 'late', context: { a: 1 } })).toMatchObject({
      code: -32603,
      data: { code: 'timeout', reason: 'late', tool: 't', a: 1 },
    })
    expect(notRun('t', undefined).data).toMatchObject({ code: 'internal_error' })
  })
})
