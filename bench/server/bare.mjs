// The least that the official SDK needs to offer one tool that reads a file.
import { readFile } from 'node:fs/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'bare', version: '1' })
server.registerTool('read', { inputSchema: { path: z.string() } }, async ({ path }) => ({
  content: [{ type: 'text', text: await readFile(path, 'utf8') }],
}))
await server.connect(new StdioServerTransport())
