import type { Transport } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { splitByRevision } from './split-by-revision.js'

function lanes() {
  const wire: Transport = { start: async () => {}, send: async () => {}, close: async () => {} }
  const { opened, claimed } = splitByRevision(wire)
  const seen: string[] = []
  // Plain properties, as in the SDK.
  for (const [name, lane] of Object.entries({ opened, claimed }))
    Object.assign(lane, {
      onmessage: ({ method }: { method: string }) => seen.push(`${name} ${method}`),
      onclose: () => seen.push(`${name} closed`),
    })
  const send = (method: string, revision?: string) => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': revision }
    const params = revision === undefined ? {} : { _meta: meta }
    wire.onmessage?.({ jsonrpc: '2.0', id: 1, method, params })
  }
  return { wire, seen, send }
}

test('a connection opened without a revision has another server for requests that name one', () => {
  const { seen, send } = lanes()
  send('initialize')
  send('tools/list', '2026-07-28')
  send('tools/call')
  expect(seen).toEqual(['opened initialize', 'claimed tools/list', 'opened tools/call'])
})

test('one opened with a revision has one server', () => {
  const { seen, send } = lanes()
  send('tools/list', '2026-07-28')
  send('tools/call')
  send('tools/call', '2026-07-28')
  expect(seen).toEqual(['opened tools/list', 'opened tools/call', 'opened tools/call'])
})

test('server/discover decides nothing', () => {
  const { seen, send } = lanes()
  send('server/discover', '2026-07-28')
  send('initialize')
  send('tools/list', '2026-07-28')
  expect(seen).toEqual(['opened server/discover', 'opened initialize', 'claimed tools/list'])
})

test('a cancellation and the end reach both', () => {
  const { wire, seen, send } = lanes()
  send('notifications/cancelled')
  wire.onclose?.()
  expect(seen).toEqual([
    'opened notifications/cancelled',
    'claimed notifications/cancelled',
    'opened closed',
    'claimed closed',
  ])
})
