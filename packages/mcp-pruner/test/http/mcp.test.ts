// `/mcp` with the SDK's own client, and what only raw requests show.
import { initializeRequest } from '@jeeves/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  http,
  post,
  pruneArguments,
  pruneCall,
  type RunningService,
  runService,
  sampleCode,
  startHere,
} from './running-service.js'

const ACCEPT = { accept: 'application/json, text/event-stream' }
const INITIALIZE = initializeRequest()
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }

async function connect(url: string): Promise<[Client, StreamableHTTPClientTransport]> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`))
  await client.connect(transport)
  return [client, transport]
}

const payloadOf = (result: unknown) => {
  const { content } = result as { content: [{ text: string }] }
  return JSON.parse(content[0].text)
}

const sessionsOf = async (url: string) =>
  Number(/^mcp_pruner_mcp_sessions (\d+)$/m.exec((await http(`${url}/metrics`)).text)?.[1])

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

describe('the SDK client', () => {
  test('lists, prunes and recovers', async () => {
    const [client] = await connect(service.url)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['prune_text', 'recover_text', 'health'])
    const text = sampleCode(60)
    const pruned = payloadOf(
      await client.callTool({ name: 'prune_text', arguments: pruneArguments(text) }),
    )
    expect(pruned.pruned_text).toContain('checkSessionExpiry')
    const [cut] = pruned.annotations
    const ranges = [{ start_line: cut.original_start_line, end_line: cut.original_end_line }]
    const recovered = payloadOf(
      await client.callTool({
        name: 'recover_range',
        arguments: { prune_id: pruned.prune_id, ranges, include_line_numbers: false },
      }),
    )
    expect(recovered.raw_text).toBe(
      text
        .split('\n')
        .slice(cut.original_start_line - 1, cut.original_end_line)
        .join('\n'),
    )
    await client.ping()
    await client.close()
  })

  test('gets domain errors with their data', async () => {
    const [client] = await connect(service.url)
    const ranges = [{ start_line: 1, end_line: 1 }]
    const call = client.callTool({
      name: 'recover_text',
      arguments: { prune_id: 'prn_x', ranges, include_line_numbers: true },
    })
    await expect(call).rejects.toMatchObject({
      code: -32004,
      data: { code: 'prune_id_not_found', prune_id: 'prn_x' },
    })
    await expect(client.callTool({ name: 'bash', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    })
    await client.close()
  })

  test('ends its session on request', async () => {
    const [client, transport] = await connect(service.url)
    const before = await sessionsOf(service.url)
    await transport.terminateSession()
    expect(await sessionsOf(service.url)).toBe(before - 1)
    await client.close()
  })
})

describe('sessions', () => {
  test('one that is unknown is not found', async () => {
    const headers = { ...ACCEPT, 'mcp-session-id': 'nobody' }
    expect((await post(`${service.url}/mcp`, LIST, headers)).status).toBe(404)
    expect((await http(`${service.url}/mcp`, { headers })).status).toBe(404)
    expect((await http(`${service.url}/mcp`, { method: 'DELETE', headers })).status).toBe(404)
  })

  test('a request without one is answered all the same', async () => {
    const { status, json } = await post(`${service.url}/mcp`, LIST, ACCEPT)
    expect(status).toBe(200)
    expect(json.result.tools).toHaveLength(3)
    const withoutSession = await http(`${service.url}/mcp`, { headers: ACCEPT })
    expect(withoutSession).toMatchObject({ status: 405, headers: { allow: 'POST' } })
  })

  test('broken JSON is a parse error, and a notification is accepted', async () => {
    const broken = await post(`${service.url}/mcp`, '{', ACCEPT)
    expect(broken).toMatchObject({ status: 400, json: { error: { code: -32700 } } })
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect(await post(`${service.url}/mcp`, notification, ACCEPT)).toMatchObject({
      status: 202,
      text: '',
    })
  })

  test('are limited: the one idle longest is dropped', async () => {
    const here = await startHere({ limits: { sessions: 3 } })
    const open = async () =>
      String((await post(`${here.url}/mcp`, INITIALIZE, ACCEPT)).headers['mcp-session-id'])
    const ids = [await open(), await open(), await open()]
    const ask = async (id: string | undefined) =>
      (await post(`${here.url}/mcp`, LIST, { ...ACCEPT, 'mcp-session-id': String(id) })).status
    expect(await ask(ids[0])).toBe(200)
    const newest = await open()
    expect([await ask(ids[1]), await ask(ids[0]), await ask(newest)]).toEqual([404, 200, 200])
    expect(await sessionsOf(here.url)).toBe(3)
    await here.close()
  })

  test('end when nobody uses them', async () => {
    const here = await startHere({ limits: { sessionIdleMs: 100 } })
    await post(`${here.url}/mcp`, INITIALIZE, ACCEPT)
    expect(await sessionsOf(here.url)).toBe(1)
    await expect.poll(() => sessionsOf(here.url)).toBe(0)
    await here.close()
  })

  test('with only an open stream are dropped, the idlest first', async () => {
    const here = await startHere({ limits: { sessions: 2 } })
    const [idle] = await connect(here.url)
    const [busy] = await connect(here.url)
    await busy.listTools()
    expect((await post(`${here.url}/mcp`, INITIALIZE, ACCEPT)).status).toBe(200)
    expect((await busy.listTools()).tools).toHaveLength(3)
    await expect(idle.listTools()).rejects.toThrow(/no such session/)
    await Promise.all([idle.close(), busy.close()])
    await here.close()
  })
})

test('without sessions any of several servers answers the same client', async () => {
  const servers = await Promise.all([runService(['--stateless']), runService(['--stateless'])])
  const reply = await post(`${servers[0].url}/mcp`, INITIALIZE, ACCEPT)
  expect(reply.status).toBe(200)
  expect(reply.headers['mcp-session-id']).toBeUndefined()
  for (const { url } of servers) {
    const headers = { ...ACCEPT, 'mcp-session-id': 'from-elsewhere' }
    expect((await post(`${url}/mcp`, LIST, headers)).json.result.tools).toHaveLength(3)
    const [client] = await connect(url)
    expect((await client.listTools()).tools).toHaveLength(3)
    await client.close()
  }
  await Promise.all(servers.map((server) => server.stop()))
})

test('an open event stream does not delay the shutdown', async () => {
  const own = await runService()
  const [client] = await connect(own.url)
  await client.listTools()
  expect(await own.stop()).toBe(0)
  await client.close().catch(() => {})
})

test('a full queue answers 503 here too', async () => {
  const here = await startHere({ limits: { queue: 1 } })
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, id) => post(`${here.url}/mcp`, pruneCall(id, 400), ACCEPT)),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 503]))
  await here.close()
})
