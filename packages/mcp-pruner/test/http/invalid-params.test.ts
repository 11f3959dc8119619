// INV 001, "Invalid params": `/rpc` and `/mcp` answer with the -32602 of stdio, field for field. They had words of
// a library in `issues[].message`, a `code` of their own, and named no tool that does not exist.
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RawServer } from '../stdio/raw-server.js'
import { post, type RunningService, runService } from './running-service.js'

const TOKEN = 'a-token-of-many-characters'
const headers = {
  authorization: `Bearer ${TOKEN}`,
  accept: 'application/json, text/event-stream',
}
let root: string
let service: RunningService
let stdio: RawServer
beforeAll(async () => {
  root = makeTree({ 'a.txt': 'one\n' })
  const tools = { MCP_PRUNER_TOOLS: 'read,grep' }
  service = await runService([], { MCP_PRUNER_CWD: root, MCP_PRUNER_TOKEN: TOKEN, ...tools })
  stdio = new RawServer(root, tools)
  await stdio.initialize()
})
afterAll(async () => {
  await Promise.all([service.stop(), stdio.end()])
  removeTree(root)
})

const over = async (path: '/rpc' | '/mcp', method: string, params: unknown) =>
  (await post(`${service.url}${path}`, { jsonrpc: '2.0', id: 1, method, params }, headers)).json
    .error

const invalid = (tool: string | undefined, issues: [string, string][], method = 'tools/call') => ({
  code: -32602,
  message: 'Invalid params',
  data: {
    jeeves: { schemaVersion: 1 },
    method,
    ...(tool !== undefined && { tool }),
    issues: issues.map(([path, code]) => ({ path, code, message: code })),
  },
})

describe('a wrong call of a tool that both have', () => {
  const read = (args: unknown) => ({ name: 'read', arguments: args })
  test.each<[string, object, string | undefined, [string, string][]]>([
    ['no such tool', { name: 'write', arguments: {} }, 'write', [['name', 'invalid_value']]],
    ['a tool that is turned off', { name: 'bash' }, 'bash', [['name', 'invalid_value']]],
    ['no name', { arguments: {} }, undefined, [['name', 'invalid_type']]],
    ['a name that is a number', { name: 7 }, undefined, [['name', 'invalid_type']]],
    ['arguments that are a list', read([]), 'read', [['arguments', 'invalid_type']]],
    ['arguments that are null', read(null), 'read', [['arguments', 'invalid_type']]],
    ['a missing argument', read({}), 'read', [['arguments.file_path', 'invalid_type']]],
    [
      'two wrong arguments, in order',
      read({ start_line: 0, file_path: '' }),
      'read',
      [
        ['arguments.file_path', 'too_small'],
        ['arguments.start_line', 'too_small'],
      ],
    ],
    [
      'a path outside',
      read({ file_path: '../../etc/passwd' }),
      'read',
      [['arguments.file_path', 'custom']],
    ],
  ])('%s', async (_, params, tool, issues) => {
    const expected = invalid(tool, issues)
    expect((await stdio.request('tools/call', params)).error).toEqual(expected)
    expect(await over('/rpc', 'tools/call', params)).toEqual(expected)
    expect(await over('/mcp', 'tools/call', params)).toEqual(expected)
  })
})

describe('a wrong call of the other methods', () => {
  test.each<[string, string, unknown, [string, string][]]>([
    [
      'a version that is a number',
      'initialize',
      { protocolVersion: 7 },
      [['protocolVersion', 'invalid_type']],
    ],
    [
      'a client without a name',
      'initialize',
      { protocolVersion: '2025-11-25', clientInfo: {}, capabilities: {} },
      [['clientInfo.name', 'invalid_type']],
    ],
    ['a cursor that nobody gave', 'tools/list', { cursor: 'x' }, [['cursor', 'custom']]],
  ])('%s', async (_, method, params, issues) => {
    const expected = invalid(undefined, issues, method)
    expect((await stdio.request(method, params as object)).error).toEqual(expected)
    expect(await over('/rpc', method, params)).toEqual(expected)
    expect(await over('/mcp', method, params)).toEqual(expected)
  })
})

describe('the tools of the service', () => {
  test.each<[string, object, [string, string][]]>([
    [
      'prune_text',
      { text: 'x' },
      [
        ['arguments.goal_hint', 'invalid_type'],
        ['arguments.options', 'invalid_type'],
        ['arguments.source_type', 'invalid_value'],
      ],
    ],
    [
      'recover_text',
      { prune_id: 'prn_x', include_line_numbers: false },
      [['arguments.ranges', 'invalid_type']],
    ],
    ['health', { verbose: true }, [['arguments', 'unrecognized_keys']]],
  ])('%s contains no library messages', async (name, args, issues) => {
    const params = { name, arguments: args }
    const expected = invalid(name, issues)
    expect(await over('/rpc', 'tools/call', params)).toEqual(expected)
    expect(await over('/mcp', 'tools/call', params)).toEqual(expected)
  })

  test('too many ranges have the same form, with the limit and what was sent', async () => {
    const ranges = Array.from({ length: 101 }, () => ({ start_line: 1, end_line: 1 }))
    const args = { prune_id: 'prn_x', ranges, include_line_numbers: false }
    const expected = invalid('recover_text', [['arguments.ranges', 'too_big']])
    const [issue] = expected.data.issues
    expect(await over('/rpc', 'tools/call', { name: 'recover_text', arguments: args })).toEqual({
      ...expected,
      data: { ...expected.data, issues: [{ ...issue, limit: 100, actual: 101 }] },
    })
  })
})

// Lines of earlier tests may still arrive: these calls are recognised by their fault.
test('a refused call is logged, as over stdio', async () => {
  const logged = (tool: string) =>
    service.events.filter(
      ({ event, data }) => event === 'tool.request_invalid' && data?.tool === tool,
    )
  const ranges = Array.from({ length: 101 }, () => ({ start_line: 1, end_line: 1 }))
  const args = { prune_id: 'prn_x', ranges, include_line_numbers: false }
  await over('/mcp', 'tools/call', { name: 'not_there_and_logged', arguments: {} })
  await over('/rpc', 'tools/call', { name: 'recover_text', arguments: args })
  await expect.poll(() => logged('not_there_and_logged')).toHaveLength(1)
  await expect
    .poll(() => logged('recover_text').at(-1))
    .toMatchObject({
      level: 'warn',
      data: {
        message: 'Invalid params',
        validation_errors: [{ path: 'arguments.ranges', code: 'too_big' }],
      },
    })
})
