// The built command over its real ways in: lines on stdio, HTTP requests, messages of an upstream server.
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { initializeRequest, makeTree, RawClient, removeTree } from '@jeeves/testing'
import { runService } from '../http/running-service.js'
import { ENTRY, RawServer } from '../stdio/raw-server.js'
import { inTime, samplesOf, type Target, Violation } from './target.js'

const PATIENCE_MS = 20_000
const UPSTREAM = fileURLToPath(new URL('./said-by-file.mjs', import.meta.url))

const call = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

function expectSound(client: RawClient): void {
  if (client.child.exitCode !== null || client.child.signalCode !== null) {
    throw new Violation(`it ended: ${client.stderr.slice(-2000)}`)
  }
  const fault = client.events.find(({ event }) => /internal_error|degraded/.test(event))
  if (fault) throw new Violation(`a fault: ${JSON.stringify(fault).slice(0, 2000)}`)
  client.lines.splice(0)
  client.messages.splice(0)
  client.stderr = ''
}

/** No `bash`: the commands here are made up. */
export const stdioLines: Target = {
  samples: samplesOf(
    initializeRequest('x', '2025-11-25'),
    { jsonrpc: '2.0', id: 'a', method: 'tools/list' },
    call(2, 'read', {
      file_path: 'a.txt',
      start_line: 3,
      context_focus_question: 'Where is the limit?',
    }),
    call(3, 'grep', { pattern: 'limit', path: '.', max_matches: 5 }),
    call(4, 'recover_text', { prune_id: 'prn_00000000000000000000000000', ranges: ['1-3'] }),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } },
    [{ jsonrpc: '2.0', id: 5, method: 'ping' }],
  ),
  async open() {
    const root = makeTree({ 'a.txt': 'the limit is 5\n'.repeat(300), 'b.bin': '\u0000x' })
    const server = new RawServer(root, { MCP_PRUNER_TOOLS: 'read,grep,recover_text' })
    await server.initialize()
    return {
      async attempt(input) {
        server.child.stdin.write(Buffer.concat([input, Buffer.from('\n')]))
        await inTime(PATIENCE_MS, 'ping', server.request('ping'))
        expectSound(server)
      },
      async close() {
        await server.end()
        removeTree(root)
      },
    }
  },
}

const httpRequest = (path: string, body: object, headers = '') => {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`
}
const pruneText = call(1, 'prune_text', {
  text: 'a\nb\nlimit = 5\n'.repeat(50),
  source_type: 'code',
  goal_hint: 'the limit',
  options: { max_prune_ratio: 0.9, min_keep_lines: 1, annotate_lines: true },
})

export const httpRequests: Target = {
  samples: samplesOf(
    httpRequest('/rpc', pruneText),
    httpRequest('/rpc', [pruneText, { jsonrpc: '2.0', id: 2, method: 'health' }]),
    httpRequest('/mcp', pruneText, 'Accept: application/json, text/event-stream\r\n'),
    httpRequest('/prune', { code: 'a = 1\nb = 2\n', query: 'a' }),
    'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
    'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
  ),
  async open() {
    const service = await runService()
    return {
      async attempt(input) {
        const socket = connect(service.port, '127.0.0.1')
        socket.on('error', () => {})
        socket.end(input)
        socket.resume()
        await inTime(
          PATIENCE_MS,
          'the answer',
          new Promise((resolve) => socket.once('close', resolve)),
        )
        const status = await inTime(PATIENCE_MS, '/health', healthOf(service.port))
        const fault = service.events.find(({ event }) => /internal_error|replaced/.test(event))
        if (status !== 200 || fault) {
          throw new Violation(`/health ${status}, ${JSON.stringify(fault)?.slice(0, 2000)}`)
        }
        service.events.splice(0)
      },
      close: async () => void (await service.stop()),
    }
  },
}

/** On a connection of its own: one that was kept may be closed just now. */
const healthOf = (port: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/health', agent: false }, (res) => {
      res.resume().once('end', () => resolve(res.statusCode))
    }).once('error', reject)
  })

/** What an upstream sends; ID is replaced by the id of the call. */
export const upstreamMessages: Target = {
  samples: samplesOf(
    '{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"hello"}]}}',
    `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":${JSON.stringify('a line of text\n'.repeat(2000))}}],"structuredContent":{"rows":[{"id":1},{"id":2}]}}}`,
    '{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no","data":{"a":[1,2,3]}}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
    '{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"messages":[]}}',
    `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},{"type":"resource_link","uri":"file:///a","name":"a"}],"isError":true}}`,
  ),
  async open() {
    const folder = makeTree({ said: '' })
    const said = join(folder, 'said')
    const env = { PATH: process.env.PATH, HOME: folder, MCP_PRUNER_STORE: 'memory' }
    const args = [ENTRY, 'wrap', '--', process.execPath, UPSTREAM, said]
    const gateway = new RawClient(process.execPath, args, env)
    await gateway.initialize('fuzz')
    return {
      async attempt(input) {
        writeFileSync(said, input)
        await inTime(
          PATIENCE_MS,
          'the call',
          gateway.call('say', { context_focus_question: 'Which line says hello?' }),
        )
        await inTime(PATIENCE_MS, 'ping', gateway.request('ping'))
        expectSound(gateway)
      },
      async close() {
        gateway.child.stdin.end()
        await gateway.exited
        removeTree(folder)
      },
    }
  },
}
