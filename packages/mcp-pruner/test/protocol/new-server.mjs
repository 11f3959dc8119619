// A server on the 2.x SDK: it answers requests of 2026-07-28, and asks for input by its results.

import { setTimeout as pause } from 'node:timers/promises'
import { inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'

const text = (words) => ({ content: [{ type: 'text', text: words }] })

function createServer() {
  const server = new McpServer(
    { name: 'new-server', version: '1.0.0' },
    { capabilities: { tools: {}, logging: {}, resources: { subscribe: true } } },
  )
  server.registerTool('echo', { inputSchema: z.object({ text: z.string() }) }, ({ text: words }) =>
    text(words),
  )
  server.registerTool('fail', { inputSchema: z.object({}) }, async (_, ctx) => {
    await ctx.mcpReq.log('debug', 'trying')
    await ctx.mcpReq.log('warning', 'about to fail')
    return { ...text('it failed'), isError: true }
  })
  server.registerTool('steps', { inputSchema: z.object({}) }, async (_, ctx) => {
    const { progressToken } = ctx.mcpReq['_meta'] ?? {}
    // A client drops progress that arrives together with the answer.
    for (const progress of [1, 2]) {
      const params = { progressToken, progress, total: 2 }
      await ctx.mcpReq.notify({ method: 'notifications/progress', params })
    }
    await pause(300)
    return text('stepped')
  })
  server.registerTool('wait', { inputSchema: z.object({}) }, async (_, ctx) => {
    await new Promise((resolve) => ctx.mcpReq.signal.addEventListener('abort', resolve))
    process.stderr.write('the wait was cancelled\n')
    return text('never seen')
  })
  server.registerTool('ask', { inputSchema: z.object({}) }, (_, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.name
    if (answer) return text(`hello ${answer.content.name}`)
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
    const message = 'What is your name?'
    return inputRequired({
      inputRequests: { name: inputRequired.elicit({ message, requestedSchema }) },
    })
  })
  server.registerTool('sample', { inputSchema: z.object({}) }, (_, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.words
    if (answer) return text(`the model said ${answer.content.text}`)
    const messages = [{ role: 'user', content: { type: 'text', text: 'Say a word.' } }]
    return inputRequired({
      inputRequests: { words: inputRequired.createMessage({ messages, maxTokens: 10 }) },
    })
  })
  server.registerTool('roots', { inputSchema: z.object({}) }, (_, ctx) => {
    const answer = ctx.mcpReq.inputResponses?.roots
    if (answer) return text(answer.roots.map(({ uri }) => uri).join())
    return inputRequired({ inputRequests: { roots: inputRequired.listRoots() } })
  })
  server.registerTool('touch', { inputSchema: z.object({}) }, async () => {
    await server.server.sendResourceUpdated({ uri: 'memo://one' })
    return text('touched')
  })
  // On a machine that is busy it is greeted as an older server, and asked as one.
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.registerResource('memo', 'memo://one', {}, () => ({
    contents: [{ uri: 'memo://one', text: 'a memo' }],
  }))
  return server
}

serveStdio(createServer)
