// The contract of the stdio server: JSON-RPC, MCP, settings, and faults of its own, through the built command.
import { describe, expect, test } from 'vitest'
import { callBrokenTool } from './broken-tool.js'
import { root, server, shareContractServer, shows } from './contract-server.js'
import { RawServer } from './raw-server.js'
import { type Row } from './rows.js'

shareContractServer()

describe('the protocol', () => {
  test(`a broken line is answered and the server goes on ${shows(['error: request body parse error'])}`, async () => {
    server.line('{"jsonrpc":"2.0","id":77,"method":')
    expect(await server.answerTo(null)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: 'Parse error' },
    })
    await server.event('tool.request_parse_failed')
    expect((await server.request('ping')).result).toEqual({})
  })

  test.each([
    [{ jsonrpc: '1.0', id: 'v1', method: 'ping' }, 'v1'],
    [{ id: 'none', method: 'ping' }, 'none'],
    [{ jsonrpc: '2.0', id: 'no-method' }, 'no-method'],
    [{ jsonrpc: '2.0', id: 'bad-method', method: 5 }, 'bad-method'],
  ])('%j is an invalid request', async (message, id) => {
    server.line(JSON.stringify(message))
    expect(await server.answerTo(id)).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: 'Invalid Request' },
    })
  })

  test('INV-MCP-LIMIT-004: a line over the limit is refused, with the limit and its length', async () => {
    const command = 'x'.repeat(10 * 1024 * 1024)
    const line = JSON.stringify({ jsonrpc: '2.0', id: 'long', method: 'ping', params: { command } })
    server.line(line)
    expect((await server.answerTo('long')).error).toEqual({
      code: -32600,
      message: 'Invalid Request',
      data: {
        code: 'REQUEST_TOO_LARGE',
        message: 'the line is longer than 10485760 bytes',
        limit: 10_485_760,
        actual: line.length,
      },
    })
  })

  test.each([
    '[]',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    '5',
    'null',
    '"x"',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1e400,"method":"ping"}',
  ])('%s is an invalid request without an id', async (line) => {
    const own = new RawServer(root)
    own.line(line)
    expect((await own.answerTo(null)).error).toEqual({ code: -32600, message: 'Invalid Request' })
    await own.end()
  })

  test.each([
    'nope',
    'resources/list',
    'prompts/list',
    'toString',
    '__proto__',
    'logging/setLevel',
  ])('the method %s is not found', async (method) => {
    expect((await server.request(method, {})).error).toEqual({
      code: -32601,
      message: 'Method not found',
    })
  })

  test('initialize returns the requested version and the server info', async () => {
    const own = new RawServer(root)
    const { result } = await own.initialize()
    expect(result).toEqual({
      protocolVersion: '2025-06-18',
      serverInfo: { name: '@jeeves/mcp-pruner', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      capabilities: { tools: { listChanged: false } },
      instructions: expect.stringContaining('context_focus_question'),
      jeeves: { schemaVersion: 1 },
    })
    await own.end()
  })

  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('protocol version %s is answered with %s', async (asked, answered) => {
    const { result } = await server.request('initialize', { protocolVersion: asked })
    expect(result.protocolVersion).toBe(answered)
  })

  test.each([
    ['initialize', undefined, [['', 'invalid_type']]],
    ['initialize', {}, [['protocolVersion', 'invalid_type']]],
    [
      'initialize',
      { protocolVersion: 5, clientInfo: {} },
      [
        ['clientInfo.name', 'invalid_type'],
        ['protocolVersion', 'invalid_type'],
      ],
    ],
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: 'all' },
      [['capabilities', 'invalid_type']],
    ],
    ['tools/list', [], [['', 'invalid_type']]],
    ['tools/list', 'all', [['', 'invalid_type']]],
    ['tools/list', { cursor: 3 }, [['cursor', 'invalid_type']]],
    ['tools/list', { cursor: 'page2' }, [['cursor', 'custom']]],
    ['tools/call', undefined, [['', 'invalid_type']]],
    ['tools/call', { arguments: {} }, [['name', 'invalid_type']]],
    ['tools/call', { name: 5 }, [['name', 'invalid_type']]],
  ] as const)('%s with %j is refused with deterministic data', async (method, params, issues) => {
    const { error } = await server.request(method, params)
    expect(error).toEqual({
      code: -32602,
      message: 'Invalid params',
      data: {
        jeeves: { schemaVersion: 1 },
        method,
        issues: issues.map(([path, code]) => ({ path, code, message: code })),
      },
    })
  })

  test.each([
    [{ name: 'write', arguments: {} }, 'write', [['name', 'invalid_value']]],
    [{ name: 'read', arguments: [] }, 'read', [['arguments', 'invalid_type']]],
    [{ name: 'read', arguments: 'a.txt' }, 'read', [['arguments', 'invalid_type']]],
    [{ name: 'read' }, 'read', [['arguments.file_path', 'invalid_type']]],
    [{ name: 'constructor' }, 'constructor', [['name', 'invalid_value']]],
  ] as const)('tools/call with %j names the tool', async (params, tool, issues) => {
    const { error } = await server.request('tools/call', params)
    expect(error?.data).toEqual({
      jeeves: { schemaVersion: 1 },
      method: 'tools/call',
      tool,
      issues: issues.map(([path, code]) => ({ path, code, message: code })),
    })
  })

  test.each([[undefined], [{}], [{ _meta: { progressToken: 1 } }]])(
    'tools/list with %j',
    async (params) => {
      const { result } = await server.request('tools/list', params)
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
        'read',
        'bash',
        'grep',
        'recover_text',
      ])
    },
  )

  test('200 calls in flight are all answered, each with its own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        i % 2 === 0
          ? server.structured('read', { file_path: 'a.txt' })
          : server.structured('grep', {
              pattern: i % 4 === 1 ? 'alpha' : 'beta',
              path: 'sub',
              timeout_ms: 300_000,
            }),
      ),
    )
    expect(
      answers.map((answer, i) =>
        i % 2 === 0 ? answer.content : answer.matches.map(({ text }: { text: string }) => text)[0],
      ),
    ).toEqual(
      Array.from({ length: 200 }, (_, i) =>
        i % 2 === 0 ? 'one\ntwo\n' : i % 4 === 1 ? 'alpha' : 'beta',
      ),
    )
  })
})

describe('settings', () => {
  const BAD: [Row, string, string, string][] = [
    ['setting PRUNER_URL', 'PRUNER_URL', 'ftp://x/', 'http'],
    ['setting PRUNER_URL', 'PRUNER_URL', 'not a url', 'http'],
    ['setting PRUNER_TIMEOUT_MS', 'PRUNER_TIMEOUT_MS', '99', '100 to 300000'],
    ['setting PRUNER_TIMEOUT_MS', 'PRUNER_TIMEOUT_MS', '300001', '100 to 300000'],
    ['setting PRUNER_TIMEOUT_MS', 'PRUNER_TIMEOUT_MS', '1e3', '100 to 300000'],
    ['setting MCP_PRUNER_CWD', 'MCP_PRUNER_CWD', '/does/not/exist', 'folder'],
    ['setting MCP_PRUNER_CWD', 'MCP_PRUNER_CWD', '/etc/passwd', 'folder'],
  ]
  for (const [row, variable, value, allowed] of BAD) {
    test(`${variable}=${value} ends the start with one clear line ${shows([row])}`, async () => {
      const own = new RawServer(root, { [variable]: value })
      expect((await own.exited).code).toBe(2)
      expect(own.stderr).toMatch(/^\{[^\n]+\}\nmcp-pruner: [^\n{]+\nhint: [^\n{]+\n$/)
      expect(own.events).toHaveLength(1)
      const [{ level, event, data }] = own.events as [(typeof own.events)[0]]
      expect([level, event]).toEqual(['error', 'mcp_pruner.start_failed'])
      expect(data.message).toContain(`${variable}="${value}"`)
      expect(data.message).toContain(allowed)
      expect(own.messages).toEqual([])
    })
  }

  test(`ready and stopped are said, with the root ${shows(['setting MCP_PRUNER_CWD'])}`, async () => {
    const own = new RawServer(root)
    await own.initialize()
    expect(await own.end()).toEqual({ code: 0, signal: null })
    const [ready, stopped] = [own.events[0], own.events.at(-1)]
    expect([ready?.event, ready?.data]).toEqual(['mcp_pruner.ready', { root }])
    expect([stopped?.event, stopped?.data]).toEqual([
      'mcp_pruner.stopped',
      { graceful: true, duration_ms: expect.any(Number) },
    ])
    expect(ready?.ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })
})

describe('faults of the server itself', () => {
  test(`are answered with -32603 and logged with their stack ${shows([
    'state req:internal_error',
    '* → internal_error: unhandled exception',
    'error: unhandled exception',
  ])}`, async () => {
    const { sent, events } = await callBrokenTool()
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    ])
    const { level, event, fields } = events.at(-1) ?? {}
    expect([level, event, fields?.request_id]).toEqual(['error', 'tool.internal_error', 'req_1'])
    expect(fields?.data).toEqual({
      tool: 'broken',
      stack: expect.stringContaining('TypeError: a fault'),
    })
  })
})
