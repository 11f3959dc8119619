// A server whose descriptions, prompts, resources and notifications contain control characters, or have a requested length.
import { createInterface } from 'node:readline'

const [, , length] = process.argv
const ODD = length === undefined ? 'a\u001b[8mb\u202ec' : `start ${'x'.repeat(length)} end`
const content = { type: 'text', text: ODD }
const RESULTS = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
    serverInfo: { name: 'labels', title: ODD, version: '1' },
    instructions: ODD,
  },
  'tools/list': {
    tools: [
      {
        name: 'talk',
        title: ODD,
        description: ODD,
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'string', description: ODD, enum: ['\u001b'] } },
        },
      },
    ],
  },
  'prompts/list': { prompts: [{ name: 'p', description: ODD }] },
  'prompts/get': { description: ODD, messages: [{ role: 'user', content }] },
  'resources/list': { resources: [{ uri: 'x:a', name: ODD, description: ODD }] },
  'resources/read': { contents: [{ uri: 'x:a', text: ODD }] },
  'tools/call': { content: [{ type: 'resource_link', uri: 'x:a', name: ODD, description: ODD }] },
}
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const notify = (method, params) => send({ method: `notifications/${method}`, params })

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'tools/call') {
    const { progressToken } = params['_meta']
    notify('progress', { progressToken, progress: 1, message: ODD })
    notify('message', { level: 'error', logger: ODD, data: { deep: [ODD] } })
  }
  if (id !== undefined) send({ id, result: RESULTS[method] ?? {} })
})
