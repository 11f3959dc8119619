// The time limit of a call restarts with each progress report of its server, and ends it without one.
import { runWithTimeout } from '@jeeves/mcp-runtime'
import { afterEach, expect, test, vi } from 'vitest'
import { Upstream } from '../wire/upstream/upstream.js'
import { askReporting } from './ask-reporting.js'

afterEach(() => vi.useRealTimers())

/** Reports progress of the running call whenever it is notified, and answers the second time. */
const SERVER = `
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
let call, reports = 0
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } } })
  if (method === 'tools/call') call = { id, progressToken: params._meta.progressToken }
  if (method !== 'notifications/go') return
  if (++reports <= 2) send({ method: 'notifications/progress', params: { progressToken: call.progressToken, progress: reports } })
  else send({ id: call.id, result: { content: [] } })
})`
const LIMIT_MS = 60_000

async function calling() {
  let onReport = () => {}
  const upstream = new Upstream(
    {
      kind: 'stdio',
      isNamed: true,
      name: 's',
      command: process.execPath,
      args: ['-e', SERVER],
      env: {},
    },
    {
      request: async () => ({}),
      notification: () => onReport(),
      restarted: () => {},
      answersWhileCalled: () => true,
      failed: () => {},
    },
    () => {},
  )
  await upstream.start()
  await upstream.initialize({ protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const caller = new AbortController()
  const outcome = runWithTimeout(
    ({ cancellation, extend }) =>
      askReporting(upstream, { name: 'slow' }, cancellation, extend).then(({ value }) => value),
    { timeoutMs: LIMIT_MS, maxMs: 10 * LIMIT_MS, signal: caller.signal },
  )
  const report = () =>
    new Promise<void>((resolve) => {
      onReport = resolve
      upstream.notify('notifications/go')
    })
  return { upstream, outcome, report, caller }
}

test('a call that reports goes on beyond its limit', async () => {
  const { upstream, outcome, report } = await calling()
  for (let i = 0; i < 2; i++) {
    vi.advanceTimersByTime(LIMIT_MS - 1)
    await report()
  }
  vi.advanceTimersByTime(LIMIT_MS - 1)
  upstream.notify('notifications/go')
  expect(await outcome).toMatchObject({ status: 'completed', result: { content: [] } })
  vi.useRealTimers()
  await upstream.close()
})

test('one that falls silent after a report is ended', async () => {
  const { upstream, outcome, report } = await calling()
  vi.advanceTimersByTime(LIMIT_MS - 1)
  await report()
  vi.advanceTimersByTime(LIMIT_MS)
  expect(await outcome).toMatchObject({ status: 'timeout', timeoutMs: LIMIT_MS })
  vi.useRealTimers()
  await upstream.close()
})

test('one that its caller cancels is ended with the reason', async () => {
  const { upstream, outcome, report, caller } = await calling()
  await report()
  caller.abort(new Error('no longer wanted'))
  expect(await outcome).toMatchObject({
    status: 'error',
    error: { code: 'CANCELLED', message: 'no longer wanted' },
  })
  vi.useRealTimers()
  await upstream.close()
})
