// `/mcp` in the 2026-07-28 revision, on the wire; and what an agent client is sent in either era.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post, pruneArguments, type RunningService, runService } from './running-service.js'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.stop())

const ACCEPT = { accept: 'application/json, text/event-stream' }
const REVISION = '2026-07-28'
const meta = (client: string, revision = REVISION) => ({
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
})

function ask(
  method: string,
  params: { readonly name?: string; readonly [key: string]: unknown },
  headers: Record<string, string> = {},
) {
  const name: Record<string, string> = params.name === undefined ? {} : { 'mcp-name': params.name }
  return post(
    `${service.url}/mcp`,
    { jsonrpc: '2.0', id: 1, method, params },
    { ...ACCEPT, 'mcp-protocol-version': REVISION, 'mcp-method': method, ...name, ...headers },
  )
}

describe('2026-07-28', () => {
  test('server/discover, tools/list and tools/call, without a session', async () => {
    const discovered = await ask('server/discover', { _meta: meta('a-program') })
    expect(discovered.json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: [REVISION],
      ttlMs: 300_000,
      cacheScope: 'private',
    })
    expect(discovered.headers['mcp-session-id']).toBeUndefined()
    const listed = await ask('tools/list', { _meta: meta('a-program') })
    expect(listed.json.result).toMatchObject({ resultType: 'complete', ttlMs: 300_000 })
    const called = await ask('tools/call', {
      name: 'health',
      arguments: {},
      _meta: meta('a-program'),
    })
    expect(called.json.result.resultType).toBe('complete')
  })

  test.each([
    [
      'a revision that is not spoken',
      meta('x', '2099-01-01'),
      { 'mcp-protocol-version': '2099-01-01' },
      -32022,
    ],
    [
      'a header that differs from the body',
      meta('x'),
      { 'mcp-protocol-version': '2025-11-25' },
      -32020,
    ],
    ['a method header that differs', meta('x'), { 'mcp-method': 'tools/call' }, -32020],
    [
      'no capabilities',
      { ...meta('x'), 'io.modelcontextprotocol/clientCapabilities': undefined },
      {},
      -32602,
    ],
  ])('%s is refused with 400', async (_, given, headers, code) => {
    const { status, json } = await ask('tools/list', { _meta: given }, headers)
    expect([status, json.error.code]).toEqual([400, code])
  })

  test.each(['ping', 'logging/setLevel', 'resources/list', 'nope'])(
    'there is no %s, and the status says so',
    async (method) => {
      const { status, json } = await ask(method, { _meta: meta('x') })
      expect([status, json.error.code, json.id]).toEqual([404, -32601, 1])
    },
  )
})

async function askOld(client: string, method: string, params: object) {
  const initialize = {
    protocolVersion: '2025-06-18',
    clientInfo: { name: client, version: '1' },
    capabilities: {},
  }
  const opened = await post(
    `${service.url}/mcp`,
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize },
    ACCEPT,
  )
  const session = { 'mcp-session-id': String(opened.headers['mcp-session-id']) }
  return post(
    `${service.url}/mcp`,
    { jsonrpc: '2.0', id: 1, method, params },
    { ...ACCEPT, ...session },
  )
}

describe.each(['2025-06-18', REVISION])('Claude Code over %s', (era) => {
  const askAs = (client: string, method: string, params: { readonly name?: string }) =>
    era === REVISION
      ? ask(method, { ...params, _meta: meta(client) })
      : askOld(client, method, params)

  test('is listed the tools at once', async () => {
    const { json } = await askAs('claude-code', 'tools/list', {})
    const tools = json.result.tools as { name: string; _meta: object; outputSchema?: object }[]
    expect(tools.map(({ name }) => name)).toEqual(['prune_text', 'recover_text', 'health'])
    for (const { _meta: listed, outputSchema } of tools) {
      expect(listed).toMatchObject({ 'anthropic/alwaysLoad': true })
      expect(outputSchema).toBeUndefined()
    }
  })

  test.each([
    ['prune_text', { text: 'x' }, 'goal_hint: '],
    ['recover_text', { prune_id: 'prn_x' }, 'ranges: '],
    [
      'recover_text',
      { prune_id: `prn_${'0'.repeat(26)}`, ranges: [], include_line_numbers: false },
      'prune_id_not_found',
    ],
    ['nope', {}, 'no such tool'],
  ])('is told what is wrong with %s %j', async (name, args, words) => {
    const call = { name, arguments: args }
    const { json } = await askAs('claude-code', 'tools/call', call)
    expect(json.result.isError).toBe(true)
    expect(json.result.content[0].text).toContain(words)
    expect((await askAs('a-program', 'tools/call', call)).json.error.data).toBeDefined()
  })

  test('prunes a text', async () => {
    const call = { name: 'prune_text', arguments: pruneArguments('one\ntwo\n') }
    const { json } = await askAs('claude-code', 'tools/call', call)
    expect(JSON.parse(json.result.content[0].text)).toHaveProperty('prune_id')
  })
})
