import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asCaller } from '../callers.js'
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

/** A response, and a transport that counts how often it is closed. */
function opened(sessions: Sessions, id: string, method = 'POST') {
  const closes: string[] = []
  const transport = {
    close: async () => void closes.push(id),
  } as unknown as NodeStreamableHTTPServerTransport
  const res = Object.assign(new EventEmitter(), { req: { method } })
  sessions.add(id, transport, res as unknown as ServerResponse)
  return { closes, transport, end: () => res.emit('close') }
}
const response = (method = 'POST') =>
  Object.assign(new EventEmitter(), { req: { method } }) as unknown as ServerResponse

test('at the limit the session with the oldest request goes, and one with a request in progress never', () => {
  const sessions = new Sessions(2, 60_000)
  const [a, b] = [opened(sessions, 'a'), opened(sessions, 'b')]
  expect(sessions.makeRoom()).toBe(false)
  a.end()
  b.end()
  sessions.use('a', response('GET'))
  expect(sessions.makeRoom()).toBe(true)
  expect([a.closes, b.closes, sessions.count]).toEqual([[], ['b'], 1])
  expect(sessions.makeRoom()).toBe(true)
  expect(sessions.count).toBe(1)
})

test('an open event stream holds no place at the limit', () => {
  const sessions = new Sessions(1, 60_000)
  const { closes } = opened(sessions, 'a', 'GET')
  expect(sessions.makeRoom()).toBe(true)
  expect([closes, sessions.count]).toEqual([['a'], 0])
})

test('a session is for the caller that opened it, and unknown to others', () => {
  const sessions = new Sessions(10, 60_000)
  const { transport } = asCaller('ann', () => opened(sessions, 'a'))
  expect(asCaller('ann', () => sessions.use('a', response()))).toBe(transport)
  expect(asCaller('ben', () => sessions.use('a', response()))).toBeUndefined()
  expect(sessions.use('a', response())).toBeUndefined()
  expect(sessions.use('b', response())).toBeUndefined()
})

test('a removed session is gone, and closing closes the others', async () => {
  const sessions = new Sessions(10, 60_000)
  const [a, b] = [opened(sessions, 'a'), opened(sessions, 'b')]
  sessions.remove('a')
  await sessions.close()
  expect([a.closes, b.closes, sessions.count]).toEqual([[], ['b'], 0])
})
