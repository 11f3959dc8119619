// Anything but a JSON-RPC message gets the same answer behind the gateway as from the server itself.

import type { RawClient } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReadyWire, openWire } from './wrapped.js'

let wire: RawClient
beforeAll(async () => {
  wire = await openReadyWire()
})
afterAll(() => wire.end())

const answerTo = async (line: string) => {
  wire.line(line)
  return JSON.parse(await wire.next(() => true)) as object
}

const invalid = (id: string | null) => ({
  jsonrpc: '2.0',
  id,
  error: { code: -32600, message: 'Invalid Request' },
})

test.each([
  '{"foo":1}',
  '[]',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '5',
  'null',
  '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '{"jsonrpc":"2.0","id":{},"method":"ping"}',
])('%s is an invalid request', async (line) => {
  expect(await answerTo(line)).toEqual(invalid(null))
})

test.each([
  '{"id":"a","method":"ping"}',
  '{"jsonrpc":"1.0","id":"a","method":"ping"}',
  '{"jsonrpc":"2.0","id":"a"}',
  '{"jsonrpc":"2.0","id":"a","method":5}',
])('%s is an invalid request, and its id is given back', async (line) => {
  expect(await answerTo(line)).toEqual(invalid('a'))
})

test('text that is not JSON is a parse error', async () => {
  expect(await answerTo('hello')).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32700, message: 'Parse error' },
  })
})

test('a server that answers without "jsonrpc" is an error at once, not a silence', async () => {
  const script = `
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) =>
      console.log(JSON.stringify({ id: JSON.parse(line).id, result: {} })))`
  const broken = openWire({ server: [process.execPath, '-e', script] })
  broken.send({ id: 'init', method: 'initialize', params: { protocolVersion: '2025-06-18' } })
  const answer = JSON.parse(await broken.next(({ id }) => id === 'init'))
  expect(answer.error.message).toContain(
    'the answer is not JSON-RPC 2.0: its "jsonrpc" is not "2.0"',
  )
  await broken.end()
})

/** Answers a call with the line that it was sent. */
const ECHO_LINE = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: line }] },
  }
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
})`

// Parsers differ in which of two members of one name counts: the server is sent what was checked.
test('a member that is there twice is sent once', async () => {
  const echo = await openReadyWire({ server: ['node', '-e', ECHO_LINE] })
  for (const params of [
    '"name":"echo","arguments":{"text":"first"},"arguments":{"text":"second"}',
    '"name":"echo","arguments":{"text":"first","text":"second"}',
    '"name":"echo","arguments":{"text":"first","te\\u0078t":"second"}',
    '"name":"other","arguments":{"text":"second"},"name":"echo"',
  ]) {
    echo.line(`{"jsonrpc":"2.0","id":"twice","method":"tools/call","params":{${params}}}`)
    const { result } = JSON.parse(await echo.next(({ id }) => id === 'twice'))
    const sent: string = result.content[0].text
    expect(sent).toContain('"arguments":{"text":"second"}')
    expect(sent.match(/"(?:text|te\\u0078t|arguments|name)":/g)?.toSorted()).toEqual([
      '"arguments":',
      '"name":',
      '"text":',
    ])
  }
  await echo.end()
})
