// Every limit stops the work, and leaves the service fit for the next caller.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import {
  callTool,
  http,
  post,
  pruneArguments,
  pruneCall,
  runService,
  sampleCode,
  startHere,
} from './running-service.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start(options: Parameters<typeof startHere>[0] = {}) {
  const service = await startHere(options)
  closers.push(() => service.close())
  return service
}

/** For tests in which nothing is pruned. */
const idle = (options: Parameters<typeof startHere>[0] = {}) =>
  start({ workerUrl: worker('hanging'), ...options })

const worker = (name: string) => new URL(`./workers/${name}.mjs`, import.meta.url)

/** Everything the peer sends on a raw socket until it closes the connection. */
async function talk(port: number, say: (socket: Socket) => unknown): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  await say(socket)
  if (!socket.destroyed) await once(socket, 'close')
  return heard
}

const HEAD = 'POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

const expecting = (length: number) =>
  `${HEAD}Expect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`

test('a body over the limit is refused by its length, before it is sent', async () => {
  const { port } = await idle({ limits: { bodyBytes: 1000, drainMs: 100 } })
  const heard = await talk(port, (socket) => socket.write(`${HEAD}Content-Length: 1001\r\n\r\n`))
  expect(heard).toMatch(/^HTTP\/1.1 413 /)
  expect(heard).toContain('the body is over 1000 bytes')
})

test('a caller that waits for 100 Continue is refused at once', async () => {
  const { port } = await idle({ limits: { bodyBytes: 1000, drainMs: 100 } })
  expect(await talk(port, (socket) => socket.write(expecting(1001)))).toMatch(/^HTTP\/1.1 413 /)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const heard = await talk(port, async (socket) => {
    socket.write(expecting(body.length))
    await once(socket, 'data')
    socket.end(body)
  })
  expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
})

test('a body of unknown length over the limit is refused while it is read', async () => {
  const { port, url } = await idle({ limits: { bodyBytes: 1000, drainMs: 100 } })
  const heard = await talk(port, async (socket) => {
    socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`)
    for (let i = 0; i < 1000 && !socket.destroyed; i++) {
      socket.write(`64\r\n${'x'.repeat(100)}\r\n`)
      await sleep(1)
    }
  })
  expect(heard).toMatch(/^HTTP\/1.1 413 /)
  expect((await http(`${url}/health`)).status).toBe(200)
})

test('bodies together stay within their limit', async () => {
  const { port, url } = await idle({ limits: { heldBytes: 5000 } })
  const first = connect(port, '127.0.0.1')
  first.write(`${HEAD}Content-Length: 9000\r\n\r\n${' '.repeat(4000)}`)
  await expect
    .poll(async () => (await http(`${url}/metrics`)).text)
    .toMatch(/^mcp_pruner_held_body_bytes 4000$/m)
  const second = await post(`${url}/rpc`, ' '.repeat(2000))
  expect(second).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  first.destroy()
  await expect
    .poll(async () => (await http(`${url}/metrics`)).text)
    .toMatch(/^mcp_pruner_held_body_bytes 0$/m)
  expect((await post(`${url}/rpc`, ' '.repeat(2000))).status).toBe(200)
})

test('a caller that sends its headers too slowly is cut off', async () => {
  const { port } = await idle({ limits: { headersMs: 200 } })
  expect(await talk(port, (socket) => socket.write('POST /rpc HT'))).toMatch(/^HTTP\/1.1 408 /)
})

test('a caller that sends its body too slowly is cut off', async () => {
  const { port, url } = await idle({ limits: { headersMs: 100, requestMs: 300 } })
  const heard = await talk(port, (socket) => socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`))
  expect(heard).toMatch(/^HTTP\/1.1 408 /)
  expect((await http(`${url}/health`)).status).toBe(200)
})

test('a silent caller is disconnected', async () => {
  const { port } = await idle({ limits: { idleMs: 200 } })
  expect(await talk(port, () => {})).toBe('')
})

test('callers that vanish in the middle of a body leave nothing behind', async () => {
  const { port, url, events } = await idle()
  for (let i = 0; i < 50; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`${HEAD}Content-Length: 100000\r\n\r\n{"jsonrpc":`)
    if (i % 2) await sleep(2)
    socket.destroy()
  }
  const metrics = async () => (await http(`${url}/metrics`)).text
  await expect.poll(metrics).toMatch(/http_requests_total\{route="\/rpc",status="499"\} \d+/)
  await expect.poll(metrics).toMatch(/^mcp_pruner_held_body_bytes 0$/m)
  expect(events.filter(({ level }) => level === 'error')).toEqual([])
  expect((await http(`${url}/health`)).status).toBe(200)
})

test('a flood over the queue gets Retry-After, and nothing accepted is lost', async () => {
  const { url } = await start({ limits: { queue: 3 } })
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, i) => post(`${url}/rpc`, pruneCall(i, 100))),
  )
  const refused = replies.filter(({ status }) => status === 503)
  const answered = replies.filter(({ status }) => status === 200)
  expect(refused.length + answered.length).toBe(30)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, json } of refused) {
    expect(headers['retry-after']).toBe('1')
    expect(json.error).toMatchObject({ code: -32603, data: { code: 'overloaded' } })
  }
  for (const { json } of answered) {
    const { pruned_text, prune_id } = JSON.parse(json.result.content[0].text)
    expect(pruned_text).toContain(`// ${json.id}\n`)
    const recovered = await callTool(url, 'recover_range', {
      prune_id,
      ranges: [{ start_line: 1, end_line: 1 }],
      include_line_numbers: false,
    })
    expect(recovered.raw_text).toBe(`// ${json.id}`)
  }
  expect((await post(`${url}/prune`, { code: 'a', query: 'b' })).status).toBe(200)
})

test('in a batch only the calls over the queue are refused', async () => {
  const { url } = await start({ limits: { queue: 2 } })
  const batch = Array.from({ length: 20 }, (_, id) => pruneCall(id, 50))
  const { status, json } = await post(`${url}/rpc`, batch)
  expect(status).toBe(200)
  expect(json.map(({ id }: { id: number }) => id)).toEqual(batch.map(({ id }) => id))
  const refused = json.filter(({ error }: { error?: object }) => error)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(20)
})

test('a worker that never answers costs its caller the time limit, and nobody else anything', async () => {
  const { url, events } = await start({ workerUrl: worker('hanging') })
  const stuck = callTool(url, 'prune_text', pruneArguments('HANG', { timeout_ms: 200 }))
  const other = callTool(url, 'prune_text', pruneArguments('fine'))
  expect(await stuck).toMatchObject({
    pruned_text: 'HANG',
    stats: { used_fallback: true },
    warnings: ['timeout'],
  })
  expect((await other).warnings).toEqual([])
  await expect.poll(() => events.filter(({ event }) => event === 'worker.replaced').length).toBe(1)
})

test('1.8 MB with timeout_ms 1000 is abandoned in time for the answer, and returned whole, with a warning and an id', async () => {
  const { url, events } = await start({ workerUrl: worker('hanging') })
  const text = `HANG\n${sampleCode(3_600)}`.slice(0, 1_800_000)
  expect(text).toHaveLength(1_800_000)
  const args = pruneArguments(text, { timeout_ms: 1000 })
  const answer = await callTool(url, 'prune_text', args)
  expect(answer).toMatchObject({ stats: { used_fallback: true }, warnings: ['timeout'] })
  expect(answer.pruned_text).toBe(text)
  const ranges = [{ start_line: 1, end_line: 1 }]
  const recover = { prune_id: answer.prune_id, ranges, include_line_numbers: false }
  expect((await callTool(url, 'recover_text', recover)).raw_text).toBe('HANG')
  // A quarter of the caller's time is left for what comes before and after the engine.
  const told = events.find(({ event }) => event === 'pruner.timeout')?.data
  expect(told?.['message']).toContain('no result within 750 ms, waiting included')
})

test('a worker that dies fails open, and is replaced', async () => {
  const { url } = await start({ workerUrl: worker('hanging') })
  for (let i = 0; i < 5; i++) {
    const answer = await callTool(
      url,
      'prune_text',
      pruneArguments('DIE\nnow', { min_keep_lines: 0 }),
    )
    expect(answer).toMatchObject({ pruned_text: 'DIE\nnow', warnings: ['internal_error'] })
    const recovered = await callTool(url, 'recover_text', {
      prune_id: answer.prune_id,
      ranges: [{ start_line: 2, end_line: 2 }],
      include_line_numbers: false,
    })
    expect(recovered.raw_text).toBe('now')
  }
  expect((await callTool(url, 'prune_text', pruneArguments('fine'))).warnings).toEqual([])
  expect((await http(`${url}/metrics`)).text).toMatch(/^mcp_pruner_workers_lost_total 5$/m)
})

test('a shutdown finishes work in progress, and refuses new work', async () => {
  const service = await runService()
  const working = Array.from({ length: 8 }, (_, i) =>
    callTool(service.url, 'prune_text', pruneArguments(`// ${i}\n${sampleCode(200)}`)),
  )
  const received = async () => {
    const { text } = await http(`${service.url}/metrics`)
    const counts = text.matchAll(
      /^mcp_pruner_(?:queue_length|workers_busy|http_requests_total\{route="\/rpc",status="200"\}) (\d+)$/gm,
    )
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  await expect.poll(received, { interval: 5 }).toBeGreaterThanOrEqual(8)
  const stopped = service.stop()
  const answers = await Promise.all(working)
  for (const [i, answer] of answers.entries()) expect(answer.pruned_text).toContain(`// ${i}\n`)
  expect(await stopped).toBe(0)
  await expect(http(`${service.url}/health`)).rejects.toThrow('ECONNREFUSED')
  const events = service.events.map(({ event }) => event)
  expect(events).toContain('service.stopping')
  expect(events.at(-1)).toBe('service.stopped')
})

test('answers to a batch that add up to too much are refused one by one, the rest is answered', async () => {
  const { url } = await idle({ limits: { answerBytes: 100_000 } })
  const text = 'x'.repeat(40_000)
  const { prune_id } = await callTool(url, 'prune_text', pruneArguments(text))
  const recover = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: {
      name: 'recover_text',
      arguments: {
        prune_id,
        ranges: [{ start_line: 1, end_line: 1 }],
        include_line_numbers: false,
      },
    },
  })
  const { status, json } = await post(`${url}/rpc`, [1, 2, 3, 4].map(recover))
  expect(status).toBe(200)
  expect(json.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4])
  const refused = json.filter((answer: object) => 'error' in answer)
  expect(refused).toHaveLength(2)
  expect(refused[0].error).toMatchObject({
    code: -32600,
    data: { code: 'answer_too_large', limit: 100_000 },
  })
})
