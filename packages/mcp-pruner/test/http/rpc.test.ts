// POST /rpc: JSON-RPC and its methods.
import { describe, expect, test } from 'vitest'
import { echoedId, raw, service, useService } from './rpc-service.js'
import { callTool, http, rpc } from './running-service.js'

useService()

describe('JSON-RPC', () => {
  test.each([
    ['text that is not JSON', '{"jsonrpc":', -32700],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), -32700],
    ['an empty body', '', -32700],
    ['a number', '1', -32600],
    ['null', 'null', -32600],
    ['an empty batch', '[]', -32600],
    ['no version', { id: 1, method: 'ping' }, -32600],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['a method that is not a string', { jsonrpc: '2.0', id: 1, method: 7 }, -32600],
    ['params that are a string', { jsonrpc: '2.0', id: 1, method: 'ping', params: 'x' }, -32600],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'ping' }, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'tools/delete' }, -32601],
    ['params by position', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [1] }, -32602],
    ['no tool name', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} }, -32602],
    [
      'an unknown tool',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bash', arguments: {} } },
      -32602,
    ],
  ])('%s is an error with its code', async (_, body, code) => {
    const { json } = await raw(body)
    expect(json).toMatchObject({ jsonrpc: '2.0', error: { code } })
    expect(json.error.message).toBeTypeOf('string')
  })

  test('an error has the unchanged id of its request', async () => {
    expect(await echoedId('a b')).toBe('a b')
    expect(await echoedId(-7.5)).toBe(-7.5)
    expect(await echoedId(null)).toBeNull()
    expect(await echoedId(true)).toBeNull()
  })

  test('a notification gets an empty answer, even for a method that does not exist', async () => {
    for (const method of ['notifications/initialized', 'nope', 'tools/call']) {
      const reply = await raw({ jsonrpc: '2.0', method })
      expect(reply).toMatchObject({ status: 204, text: '' })
    }
  })

  test('a batch is answered in order, without its notifications', async () => {
    const { json } = await raw([
      { jsonrpc: '2.0', id: 'a', method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 'b', method: 'nope' },
      7,
    ])
    expect(json).toMatchObject([
      { id: 'a', result: {} },
      { id: 'b', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
    ])
  })

  test('a batch of notifications alone gets an empty answer', async () => {
    const reply = await raw([{ jsonrpc: '2.0', method: 'x' }])
    expect(reply).toMatchObject({ status: 204, text: '' })
  })

  test('a batch over the limit is refused as one', async () => {
    const batch = Array.from({ length: 101 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const { json } = await raw(batch)
    expect(json.error).toMatchObject({ code: -32600, data: { limit: 100, actual: 101 } })
    expect((await raw(batch.slice(1))).json).toHaveLength(100)
  })
})

describe('methods', () => {
  test('initialize agrees on a protocol version', async () => {
    const older = await rpc(service.url, 'initialize', { protocolVersion: '2025-03-26' })
    expect(older.result).toMatchObject({
      protocolVersion: '2025-03-26',
      serverInfo: { name: '@jeeves/mcp-pruner', version: '0.3.0' },
      capabilities: { tools: {} },
    })
    const unknown = await rpc(service.url, 'initialize', { protocolVersion: '1999-01-01' })
    expect(unknown.result.protocolVersion).toBe('2025-11-25')
  })

  test('lists that are empty are empty lists', async () => {
    expect((await rpc(service.url, 'resources/list')).result).toEqual({ resources: [] })
    expect((await rpc(service.url, 'resources/templates/list', {})).result).toEqual({
      resourceTemplates: [],
    })
    expect((await rpc(service.url, 'prompts/list', {})).result).toEqual({ prompts: [] })
  })

  test('health is a method, a tool and a page', async () => {
    const expected = {
      status: 'healthy',
      server: 'mcp-pruner',
      version: '0.3.0',
      capabilities: ['prune_text', 'recover_text', 'annotations', 'markers'],
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
    }
    expect((await rpc(service.url, 'health')).result).toEqual(expected)
    expect(await callTool(service.url, 'health', {})).toEqual(expected)
    expect((await http(`${service.url}/health`)).json).toEqual({
      ...expected,
      model_loaded: true,
      store: 'ok',
    })
  })

  test('tools/list publishes the schemas of the contract', async () => {
    const { tools } = (await rpc(service.url, 'tools/list', {})).result
    const schemas = Object.fromEntries(
      tools.map((tool: { name: string; inputSchema: object }) => [tool.name, tool.inputSchema]),
    )
    expect(Object.keys(schemas)).toEqual(['prune_text', 'recover_text', 'health'])
    expect(schemas.prune_text).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string' },
        goal_hint: { type: 'string' },
        source_type: { type: 'string', enum: ['code', 'logs', 'docs'] },
        options: {
          type: 'object',
          properties: {
            max_prune_ratio: { type: 'number', minimum: 0, maximum: 1 },
            min_keep_lines: { type: 'integer', minimum: 0 },
            timeout_ms: { type: 'integer', minimum: 1 },
            annotate_lines: { type: 'boolean' },
            include_markers: { type: 'boolean' },
          },
          required: [
            'max_prune_ratio',
            'min_keep_lines',
            'timeout_ms',
            'annotate_lines',
            'include_markers',
          ],
          additionalProperties: false,
        },
      },
      required: ['text', 'goal_hint', 'source_type', 'options'],
      additionalProperties: false,
    })
    expect(schemas.recover_text).toEqual({
      type: 'object',
      properties: {
        prune_id: { type: 'string' },
        ranges: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              start_line: { type: 'integer', minimum: 1 },
              end_line: { type: 'integer', minimum: 1 },
            },
            required: ['start_line', 'end_line'],
            additionalProperties: false,
          },
        },
        include_line_numbers: { type: 'boolean' },
      },
      required: ['prune_id', 'ranges', 'include_line_numbers'],
      additionalProperties: false,
    })
  })
})
