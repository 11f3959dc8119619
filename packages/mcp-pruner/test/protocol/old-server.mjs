// A server on the 1.32 SDK: it knows `initialize` only, and asks its client in the middle of a call.

import { setTimeout as pause } from 'node:timers/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { SubscribeRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'

const server = new McpServer({ name: 'old-server', version: '1.0.0' })
const subscribed = new Set()
server.server.registerCapabilities({ resources: { subscribe: true } })
server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
  subscribed.add(params.uri)
  return {}
})
const text = (words) => ({ content: [{ type: 'text', text: words }] })

server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text: words }) => text(words))
server.registerTool('fail', {}, () => ({ ...text('it failed'), isError: true }))
server.registerTool('steps', {}, async ({ _meta: meta, sendNotification }) => {
  // A client drops progress that arrives together with the answer.
  for (const progress of [1, 2]) {
    const params = { progressToken: meta?.progressToken, progress, total: 2 }
    await sendNotification({ method: 'notifications/progress', params })
  }
  await pause(300)
  return text('stepped')
})
server.registerTool('wait', {}, async ({ signal }) => {
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  process.stderr.write('the wait was cancelled\n')
  return text('never seen')
})
server.registerTool('ask', {}, async () => {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
  const answer = await server.server.elicitInput({ message: 'What is your name?', requestedSchema })
  return text(`hello ${String(answer.content?.name)}`)
})
server.registerTool('sample', {}, async () => {
  const messages = [{ role: 'user', content: { type: 'text', text: 'Say a word.' } }]
  const answer = await server.server.createMessage({ messages, maxTokens: 10 })
  return text(`the model said ${answer.content.text}`)
})
server.registerTool('roots', {}, async () => {
  const { roots } = await server.server.listRoots()
  return text(roots.map(({ uri }) => uri).join())
})
server.registerTool('touch', {}, async () => {
  if (subscribed.has('memo://one')) await server.server.sendResourceUpdated({ uri: 'memo://one' })
  return text('touched')
})
server.registerResource('memo', 'memo://one', {}, () => ({
  contents: [{ uri: 'memo://one', text: 'a memo' }],
}))

await server.connect(new StdioServerTransport())
