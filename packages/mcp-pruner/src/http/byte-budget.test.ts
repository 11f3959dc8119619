import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ByteBudget, createExchange, type Exchange } from './byte-budget.js'
import { createRequestListener, UnderWay } from './request-listener.js'
import { send } from './respond.js'
import type { Handler } from './routes.js'
import { DEFAULT_LIMITS } from './service-limits.js'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function serve(handler: Handler) {
  const byteBudget = new ByteBudget(1000)
  const listener = createRequestListener({
    routes: new Map([['/', { methods: { POST: handler }, errors: 'plain' }]]),
    access: { token: undefined, loopbackOnly: true, allowedHosts: new Set() },
    byteBudget,
    limits: DEFAULT_LIMITS,
    metrics: { request: () => {} },
    emit: () => {},
    underWay: new UnderWay(),
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  open.push(() => server.close().closeAllConnections())
  return { byteBudget, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

// 267,866,676 of 268,435,456 bytes were held for ever: calls that had timed out continued, and
// took bytes that were never released.
test('work that continues after its answer holds nothing and is told to end', async () => {
  let exchange: Exchange | undefined
  const { byteBudget, url } = await serve(async ({ res, body, context }) => {
    await body()
    exchange = context.exchange
    exchange?.reserve(100)
    send(res, 200, '{}')
  })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: '"twelve by.."' })
  await response.text()
  await new Promise<void>((resolve) => {
    if (exchange?.signal.aborted) resolve()
    else exchange?.signal.addEventListener('abort', () => resolve())
  })
  expect(() => exchange?.reserve(100)).toThrow('the request has ended')
  expect(byteBudget.bytes).toBe(0)
})

test('an ended reservation reserves nothing', () => {
  const budget = new ByteBudget(10)
  const first = budget.open()
  const second = budget.open()
  expect([first.take(6), second.take(6), second.take(4), budget.bytes]).toEqual([
    true,
    false,
    true,
    10,
  ])
  first.end()
  first.end()
  expect([first.take(1), budget.bytes]).toEqual([false, 4])
})

test('an answer counts twice, since it is in memory a second time as JSON', () => {
  const budget = new ByteBudget(1000)
  const { signal } = new AbortController()
  const exchange = createExchange(budget.open(), budget, 10_000, signal)
  exchange.reserve(300)
  expect(budget.bytes).toBe(600)
  expect(() => exchange.reserve(201)).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({
        code: 'overloaded',
        reason: '1000 bytes are being read, made or written already',
      }),
    }),
  )
  exchange.reserve(200)
  expect(budget.bytes).toBe(1000)
})

test('one answer may be as large as its tool allows, and several are limited together', () => {
  const budget = new ByteBudget(100_000)
  const { signal } = new AbortController()
  const asked = () => createExchange(budget.open(), budget, 100, signal)
  expect(() => asked().reserve(500)).not.toThrow()
  const several = asked()
  several.reserve(60)
  several.reserve(40)
  expect(() => several.reserve(1)).toThrow(
    expect.objectContaining({
      data: expect.objectContaining({ code: 'answer_too_large', limit: 100 }),
    }),
  )
})
