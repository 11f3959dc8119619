// `wrap --http`: the built command on a free port, with real clients in front of it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { initializeRequest } from '@jeeves/testing'
import {
  StreamableHTTPClientTransport as Modern,
  Client as ModernClient,
} from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATIENT } from '../stdio/raw-server.js'
import { AWKWARD, COMMAND } from './wrapped.js'

const TOKEN = 'a-token-of-many-characters'
let child: ChildProcess
let url: URL

const start = (...args: string[]): ChildProcess =>
  spawn(process.execPath, [COMMAND, 'wrap', ...args, '--', ...AWKWARD], {
    env: {
      ...process.env,
      ...PATIENT,
      MCP_PRUNER_LOG_LEVEL: 'error',
      MCP_PRUNER_LEDGER: 'off',
      MCP_PRUNER_STORE: 'memory',
      MCP_PRUNER_TOKEN: TOKEN,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

beforeAll(async () => {
  child = start('--http', '0')
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  url = new URL(/http:\S+/.exec(line)?.[0] ?? '')
})

afterAll(async () => {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
})

const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } }

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
  return client
}

interface Posted {
  readonly status: number | undefined
  readonly headers: Record<string, string | string[] | undefined>
  readonly text: string
}

const post = (message: unknown, headers: Record<string, string> = {}): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...requestInit.headers,
          ...headers,
        },
      },
      (res) => {
        let text = ''
        res.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        res.on('end', () => resolve({ status: res.statusCode, headers: res.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(message))
  })

const initialize = initializeRequest()

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n')

test('tools are listed and called, large answers are cut and read on, and the session ends', async () => {
  const client = await connect()
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'artifact_read']))
  expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'hello' } }))).toBe(
    'hello',
  )
  const cut = await client.callTool({ name: 'huge_text', arguments: { lines: 2000, width: 60 } })
  expect(JSON.stringify(cut).length).toBeLessThan(10_240)
  const ref = /ax:\/\/\S+\/[\w.-]+/.exec(textOf(cut))?.[0]
  const rest = await client.callTool({
    name: 'artifact_read',
    arguments: { ref, start_line: 1999 },
  })
  expect(textOf(rest)).toContain('1999')
  await (client.transport as StreamableHTTPClientTransport).terminateSession()
  await expect(client.listTools()).rejects.toThrow(/begin with initialize/)
})

test('progress reaches the call that it belongs to', async () => {
  const client = await connect()
  const seen: number[] = []
  const result = await client.callTool({ name: 'progress', arguments: { reports: 3 } }, undefined, {
    onprogress: ({ progress }) => seen.push(progress),
  })
  expect(result.isError).not.toBe(true)
  expect(seen.slice(0, 2)).toEqual([1, 2])
  await client.close()
})

test('an answer passes byte for byte', async () => {
  const { headers } = await post(initialize)
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) }
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
  const call = { name: 'odd', arguments: {} }
  const { status, text } = await post(
    { jsonrpc: '2.0', id: 'a', method: 'tools/call', params: call },
    session,
  )
  expect(status).toBe(200)
  expect(text).toBe(
    '{"jsonrpc":"2.0","id":"a","result":{"content" : [ {"type":"text","text":"caf\\u00e9","x-extra":{"b":1,"a":2.0}} ],"zeta":12345678901234567890,"_meta":{"k":1e3},"alpha":null}}',
  )
})

test('a client of the newest revision gets the revisions with sessions, and continues with one', async () => {
  const client = new ModernClient({ name: 'test', version: '0' })
  await client.connect(new Modern(url, { requestInit }))
  expect(textOf(await client.callTool({ name: 'echo', arguments: { text: 'both' } }))).toBe('both')
  await client.close()
})

test.each([
  ['no token', initialize, { authorization: '' }, 401, 'token_required'],
  ['another host', initialize, { host: 'evil.example' }, 403, 'host_not_allowed'],
  ['a web page', initialize, { origin: 'https://evil.example' }, 403, 'origin_not_allowed'],
  ['a session of nobody', initialize, { 'mcp-session-id': 'x' }, 404, 'session_not_found'],
  ['no session', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {}, 400, 'no_session'],
  ['a batch', [initialize], {}, 400, 'no_session'],
])('%s is refused', async (_, message, headers, status, code) => {
  const answer = await post(message, headers)
  expect(answer.status).toBe(status)
  expect(answer.text).toContain(code)
})

test('metrics count calls and bytes per server and tool', async () => {
  const client = await connect()
  await client.callTool({ name: 'echo', arguments: { text: 'counted' } })
  const text = await (await fetch(new URL('/metrics', url), requestInit)).text()
  expect(text).toMatch(
    /mcp_pruner_gateway_calls_total\{server="awkward",tool="echo",outcome="ok"\} [1-9]/,
  )
  expect(text).toMatch(
    /mcp_pruner_gateway_bytes_total\{server="awkward",tool="echo",direction="out"\} [1-9]/,
  )
  expect((await fetch(new URL('/metrics', url))).status).toBe(401)
  await client.close()
})

test('a host that others reach needs a token, and a port is a number', async () => {
  const refused = spawn(
    process.execPath,
    [COMMAND, 'wrap', '--http', '0', '--host', '0.0.0.0', '--', ...AWKWARD],
    { env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' }, stdio: 'pipe' },
  )
  let said = ''
  refused.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const [code] = (await once(refused, 'exit')) as [number]
  expect(code).toBe(2)
  expect(said).toContain('0.0.0.0 can be reached from other machines, and no token is set')
})

test('a signal ends it, with sessions open', async () => {
  await connect()
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})
