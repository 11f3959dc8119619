import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ByteBudget, type Exchange } from './byte-budget.js'
import { createRequestListener, UnderWay } from './request-listener.js'
import { send } from './respond.js'
import type { Handler } from './routes.js'
import { DEFAULT_LIMITS } from './service-limits.js'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

async function serve(handler: Handler) {
  const held = new ByteBudget(1000)
  const listener = createRequestListener({
    routes: new Map([['/', { methods: { POST: handler }, errors: 'plain' }]]),
    access: { token: undefined, loopbackOnly: true, allowedHosts: new Set() },
    held,
    limits: DEFAULT_LIMITS,
    metrics: { request: () => {} },
    emit: () => {},
    underWay: new UnderWay(),
  })
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  open.push(() => server.close().closeAllConnections())
  return { held, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

// 267,866,676 of 268,435,456 bytes were held for ever: calls that had timed out continued, and
// took bytes that were never released.
test('work that continues after its answer holds nothing and is told to end', async () => {
  let exchange: Exchange | undefined
  const { held, url } = await serve(async ({ res, body, context }) => {
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
  expect(held.bytes).toBe(0)
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
