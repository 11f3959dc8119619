import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Sessions } from './sessions.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a session with an open event stream is not idle, however long there is no request', async () => {
  const sessions = new Sessions(10, 60_000)
  let closed = 0
  const close = async () => {
    closed += 1
  }
  const stream = Object.assign(new EventEmitter(), { req: { method: 'GET' } })
  const transport = { close } as unknown as NodeStreamableHTTPServerTransport
  sessions.add('a', transport, stream as unknown as ServerResponse)
  vi.advanceTimersByTime(600_000)
  expect([sessions.count, closed]).toEqual([1, 0])
  stream.emit('close')
  vi.advanceTimersByTime(30_000)
  expect(sessions.count).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect([sessions.count, closed]).toEqual([0, 1])
  await sessions.close()
})
