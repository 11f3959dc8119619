import { PassThrough } from 'node:stream'
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
