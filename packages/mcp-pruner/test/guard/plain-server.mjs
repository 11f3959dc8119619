// A server without any limit of its own, to be wrapped: `read` gives a file back, `bash` sleeps.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = process.argv[2]
const names = ['read', 'bash']
const tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }))
const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'plain', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': async ({ name, arguments: { file_path } }) => {
    if (name === 'bash') await new Promise((resolve) => setTimeout(resolve, 900))
    const text = name === 'bash' ? '' : readFileSync(join(root, file_path), 'utf8')
    return { content: [{ type: 'text', text }] }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => void answer(line))

async function answer(line) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const result = await ANSWERS[method]?.(params)
  const told = result ? { result } : { error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...told })}\n`)
}
