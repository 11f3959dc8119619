// A server with one tool, which returns the text of a file.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const TOOL = {
  name: 'show',
  description: 'Shows a file',
  inputSchema: { type: 'object', properties: { file: { type: 'string' } } },
}
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'texts', version: '1' },
  }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': (params) => ({
    content: [{ type: 'text', text: readFileSync(params.arguments.file, 'utf8') }],
  }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = answers[method]?.(params)
  const reply = result ? { result } : { error: { code: -32601, message: 'unknown' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`)
})
