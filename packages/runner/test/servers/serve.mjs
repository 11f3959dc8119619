// A minimal MCP server over stdio. The faulty servers next to it are built on it.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const tool = {
  name: 'read',
  description: 'Read a file.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object', properties: { file_path: { type: 'string' } } },
}

/** Every start leaves its process id here, so that a test can see that none is left. */
export function noteStart() {
  appendFileSync(join(process.env.MCP_PRUNER_CWD, 'server-pids'), `${process.pid}\n`)
}

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

export function serve({ tools = [tool], onCall = () => ({ content: [] }) } = {}) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (method === 'initialize') {
      const result = {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'test-server', version: '1.0.0' },
      }
      send({ id, result })
    } else if (method === 'tools/list') send({ id, result: { tools } })
    else if (method === 'tools/call') send({ id, result: onCall(params) })
    else if (id !== undefined) send({ id, error: { code: -32601, message: `no ${method}` } })
  })
}
