// Answers larger than the service's memory budget are refused before they are built, on every
// route; callers who go, or who stop reading, cost nothing any more.
import { connect as connectTo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  callTool,
  post,
  pruneArguments,
  type RunningService,
  runService,
  startHere,
} from './running-service.js'

const open: { stop?(): Promise<unknown>; close?(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await (one.stop?.() ?? one.close?.())
})

const MB = 1_000_000
const nineMegabytes = Array.from({ length: 90_000 }, (_, i) => `${i} ${'x'.repeat(92)}`).join('\n')

async function serveWithText(): Promise<{ service: RunningService; recover: object }> {
  const service = await runService()
  open.push(service)
  const { prune_id } = await callTool(service.url, 'prune_text', pruneArguments(nineMegabytes))
  const ranges = [{ start_line: 1, end_line: 90_000 }]
  const args = { prune_id, ranges, include_line_numbers: false }
  return { service, recover: { name: 'recover_text', arguments: args } }
}

const batchOf = (count: number, params: object) =>
  Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }))

async function countHealthy(url: string, ended: AbortSignal): Promise<number> {
  let count = 0
  while (!ended.aborted) if ((await fetch(`${url}/health`)).status === 200) count += 1
  return count
}

interface Told {
  readonly error?: { readonly data?: { readonly code?: string } }
}

test.each([
  ['/rpc', {}],
  ['/mcp', { accept: 'application/json, text/event-stream' }],
])(
  'a batch of 100 recoveries of 9 MB on %s is mostly refused, and /health answers meanwhile',
  async (path, headers) => {
    const { service, recover } = await serveWithText()
    const batch = post(`${service.url}${path}`, batchOf(100, recover), headers)
    const ended = new AbortController()
    const over = batch.finally(() => ended.abort())
    const healthy = await countHealthy(service.url, ended.signal)
    await over
    const { json, text } = await batch
    expect(healthy).toBeGreaterThan(3)
    expect(text.length).toBeLessThan(80 * MB)
    const answers = json as Told[]
    expect(answers).toHaveLength(100)
    const refused = answers.filter(({ error }) => error?.data?.code === 'answer_too_large')
    expect(refused.length).toBeGreaterThan(85)
    expect(answers.some(({ error }) => error === undefined)).toBe(true)
  },
  120_000,
)

test('callers who do not read occupy no more than the budget, and the rest get Retry-After', async () => {
  const { service, recover } = await serveWithText()
  const [message] = batchOf(1, recover)
  const body = JSON.stringify(message)
  const head = `POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connectTo(service.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head + body)
    return socket
  })
  try {
    await expect.poll(async () => (await post(`${service.url}/rpc`, message)).status).toBe(503)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  // Those who went have made room.
  await expect.poll(async () => (await post(`${service.url}/rpc`, message)).status).toBe(200)
})

test('a write that makes no progress is closed', async () => {
  const service = await startHere({ limits: { stalledMs: 600 } })
  open.push(service)
  const { prune_id } = await callTool(service.url, 'prune_text', pruneArguments(nineMegabytes))
  const args = {
    prune_id,
    ranges: [{ start_line: 1, end_line: 90_000 }],
    include_line_numbers: false,
  }
  const [message] = batchOf(1, { name: 'recover_text', arguments: args })
  const body = JSON.stringify(message)
  const socket = connectTo(service.port, '127.0.0.1')
  socket.pause()
  socket.write(
    `POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const closed = new Promise((resolve) => {
    socket.once('error', resolve)
    socket.once('close', resolve)
  })
  await expect
    .poll(() => service.events.some(({ event }) => event === 'http.write_stalled'))
    .toBe(true)
  socket.resume()
  await closed
})
