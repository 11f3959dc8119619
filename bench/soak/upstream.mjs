// An MCP server for the gateway's part of the soak: large answers of several kinds, and one call that ends it.
import { createInterface } from 'node:readline'

const tools = ['list', 'text', 'nested', 'small', 'crash'].map((name) => ({
  name,
  description: name,
  inputSchema: { type: 'object', properties: { count: { type: 'integer' } } },
}))

const line = (i) =>
  `2026-01-01T00:00:00Z INFO worker ${i % 7} did step ${i} of the job in ${i % 13} ms`

const answers = {
  list: ({ count = 500 }) =>
    JSON.stringify(
      Array.from({ length: count }, (_, id) => ({ id, name: `item ${id}`, note: line(id) })),
    ),
  text: ({ count = 2000 }) => Array.from({ length: count }, (_, i) => line(i)).join('\n'),
  nested: ({ count = 300 }) =>
    JSON.stringify({
      a: { b: { c: { d: { e: Array.from({ length: count }, (_, i) => line(i)) } } } },
    }),
  small: () => 'a small answer',
  crash: () => process.exit(3),
}

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'soak-upstream', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: args }) => ({
    content: [{ type: 'text', text: answers[name](args ?? {}) }],
  }),
  ping: () => ({}),
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text)
  if (id === undefined) return
  const handle = methods[method]
  const answer = handle
    ? { result: handle(params ?? {}) }
    : { error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
})
