import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { LineTransport } from './line-transport.js'

// A cancelled call is never answered: the end of the input waited for it in vain.
test('a cancelled request is no longer waited for, and others still are', async () => {
  const input = new PassThrough()
  const transport = new LineTransport({
    input,
    output: new PassThrough(),
    onRejected: () => undefined,
    onInputEnd: () => undefined,
  })
  await transport.start()
  const say = async (message: object) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    await new Promise(setImmediate)
  }
  await say({ id: 1, method: 'tools/call', params: {} })
  await say({ id: 2, method: 'tools/call', params: {} })
  let isIdle = false
  const idle = transport.idle().then(() => {
    isIdle = true
  })
  await say({ method: 'notifications/cancelled', params: { requestId: 1 } })
  expect(isIdle).toBe(false)
  await say({ method: 'notifications/cancelled', params: { requestId: 2 } })
  expect(isIdle).toBe(true)
  await idle
})

/** A transport with what it was sent and what it wrote. */
async function started(output: Writable = new PassThrough()) {
  const input = new PassThrough()
  const rejected: number[] = []
  const got: unknown[] = []
  const ends: string[] = []
  const transport = new LineTransport({
    input,
    output,
    onRejected: (code) => void rejected.push(code),
    onInputEnd: () => void ends.push('input'),
  })
  Object.assign(transport, {
    onmessage: (message: unknown) => void got.push(message),
    onclose: () => void ends.push('closed'),
  })
  await transport.start()
  const say = async (line: string) => {
    input.write(`${line}\n`)
    await new Promise(setImmediate)
  }
  const written = () => {
    const text = output instanceof PassThrough ? String(output.read() ?? '') : ''
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }
  const isIdle = () =>
    Promise.race([transport.idle().then(() => true), new Promise(setImmediate).then(() => false)])
  return { transport, input, rejected, got, ends, say, written, isIdle }
}
const request = (id: unknown, more: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: {}, ...more })

test('an id that is used twice is waited for twice', async () => {
  const { transport, say, isIdle } = await started()
  await say(request(1))
  await say(request(1))
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  expect(await isIdle()).toBe(false)
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  expect(await isIdle()).toBe(true)
})

test('who watches an answer hears once that it was sent', async () => {
  const { transport, say } = await started()
  const heard: string[] = []
  await say(request(1))
  transport.watch(1, {
    sent: () => void heard.push('sent'),
    failed: () => void heard.push('failed'),
  })
  await transport.send({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
  expect(heard).toEqual([])
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  expect(heard).toEqual(['sent'])
})

test('a failed write is told to who watches and to who sends, and is not waited for', async () => {
  const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) })
  broken.on('error', () => {})
  const { transport, say, isIdle } = await started(broken)
  const heard: unknown[] = []
  await say(request(1))
  transport.watch(1, {
    sent: () => void heard.push('sent'),
    failed: (error) => void heard.push(error),
  })
  await expect(transport.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow('EPIPE')
  expect(heard).toEqual([expect.objectContaining({ message: 'EPIPE' })])
  expect(await isIdle()).toBe(true)
})

test.each([
  ['no JSON', '{', -32_700, null],
  ['JSON that is no request', '{"jsonrpc":"2.0","id":7}', -32_600, 7],
])('%s is answered and noted', async (_what, line, code, id) => {
  const { say, written, rejected, got } = await started()
  await say(line)
  expect(written()).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }])
  expect([rejected, got]).toEqual([[code], []])
})

test('answers of the client and lines after the end are read by nobody', async () => {
  const { transport, input, say, got, ends, written, isIdle } = await started()
  await say('{"jsonrpc":"2.0","id":1,"result":{}}')
  expect([got, written(), await isIdle()]).toEqual([[], [], true])
  await transport.close()
  await transport.close()
  expect(ends).toEqual(['closed'])
  input.resume()
  await say(request(3))
  expect(got).toEqual([])
})

test('the last line counts without its newline, and the end of the input is told', async () => {
  const { input, got, ends } = await started()
  input.end(request(5))
  await new Promise((resolve) => input.once('close', resolve))
  expect(got).toMatchObject([{ id: 5, method: 'tools/call' }])
  expect(ends).toEqual(['input'])
})

// The text is printed once for both places.
test('a long text in content and in data is one line of JSON, as it was sent', async () => {
  const output = new PassThrough({ highWaterMark: 10_000_000 })
  const { transport, written } = await started(output)
  const text = 'a "line" with \\ and é\n'.repeat(10_000)
  const result = {
    content: [{ type: 'text', text }],
    structuredContent: { file_path: 'a.txt', content: text, bytes: 7 },
    isError: false,
  }
  const others = [
    { ...result, structuredContent: { content: `${text}x` } },
    { ...result, structuredContent: undefined },
    { ...result, content: [...result.content, { type: 'text', text: 'more' }] },
    { content: [{ type: 'text', text }] },
  ]
  for (const each of [result, ...others]) {
    await transport.send({ jsonrpc: '2.0', id: 1, result: each })
    expect(written()).toEqual([{ jsonrpc: '2.0', id: 1, result: each }])
  }
})
