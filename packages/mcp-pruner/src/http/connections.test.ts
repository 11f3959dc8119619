import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnections } from './connections.js'

const MINUTE_MS = 60_000
let server: Server
let clients: Socket[]
let events: string[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  clients = []
  events = []
  server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  if (server.listening) await end()
  vi.useRealTimers()
})

async function end(): Promise<void> {
  server.close()
  await once(server, 'close')
}

const watch = (connectionsPerAddress: number, trustedProxies: readonly string[] = []) =>
  watchConnections(
    server,
    { connectionsPerAddress, stalledMs: MINUTE_MS, trustedProxies: new Set(trustedProxies) },
    (_level, event) => events.push(event),
  )

async function open(): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client)
  await once(client, 'connect')
  return client
}

/** Far more than the buffers between two processes take. */
const MUCH = Buffer.alloc(32_000_000)

test('a reader that has stopped is disconnected after the limit, and not before', async () => {
  watch(10)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = await open()
  client.pause()
  const [socket] = await accepted
  socket.on('error', () => {})
  socket.write(MUCH)
  const queued = () => socket.writableLength
  // What the system takes is taken before time passes.
  let before = -1
  while (queued() !== before) {
    before = queued()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  vi.advanceTimersByTime(MINUTE_MS)
  expect([socket.destroyed, events]).toEqual([false, []])
  vi.advanceTimersByTime(MINUTE_MS / 6)
  expect([socket.destroyed, events]).toEqual([true, ['http.write_stalled']])
})

test('a connection without queued bytes stays as long as it likes', async () => {
  watch(10)
  const accepted = once(server, 'connection') as Promise<[Socket]>
  await open()
  const [socket] = await accepted
  vi.advanceTimersByTime(10 * MINUTE_MS)
  expect([socket.destroyed, events]).toEqual([false, []])
})

test('nothing looks at the connections of a service that has ended', async () => {
  watch(10)
  expect(vi.getTimerCount()).toBe(1)
  await end()
  expect(vi.getTimerCount()).toBe(0)
})

test('an address has so many connections, and gets another when one has ended', async () => {
  watch(2)
  const [first] = [await open(), await open()]
  const third = await open()
  await once(third, 'close')
  const closed = new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count))
  })
  expect(await closed).toBe(2)
  first.destroy()
  await vi.waitFor(async () => {
    const fourth = await open()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(fourth.destroyed).toBe(false)
  })
})

test('through a trusted proxy many connect', async () => {
  watch(1, ['127.0.0.1'])
  const [first, second] = [await open(), await open()]
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([first.destroyed, second.destroyed]).toEqual([false, false])
})
