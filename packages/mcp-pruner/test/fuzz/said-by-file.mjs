// An MCP server that answers a call with the bytes of a file, and then, in case they were no answer, with a plain one.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , file = ''] = process.argv
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const ANSWERS = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'said', version: '1' },
  },
  'tools/list': { tools: [{ name: 'say', inputSchema: { type: 'object' } }] },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  if (method === 'tools/call') {
    const said = readFileSync(file)
    const at = said.indexOf('ID')
    const parts =
      at === -1
        ? [said]
        : [said.subarray(0, at), Buffer.from(JSON.stringify(id)), said.subarray(at + 2)]
    process.stdout.write(Buffer.concat([...parts, Buffer.from('\n')]))
  }
  say({
    jsonrpc: '2.0',
    id,
    result: ANSWERS[method] ?? { content: [{ type: 'text', text: 'plain' }] },
  })
})
