import { describe, expect, test } from 'vitest'
import { claudeEventReader } from './claude-events.js'
import type { ClaudeMessage } from './claude-messages.js'
import { claudeOptions } from './claudeAgentSdk.js'

const pruner = { command: 'node', args: ['/s/index.js'], env: { PRUNER_URL: '' } }

describe('claudeOptions', () => {
  test('servers are passed on, listed without a tool search and allowed without a question', () => {
    expect(claudeOptions({ cwd: '/p', env: { A: 'b' }, mcpServers: { pruner } })).toEqual({
      cwd: '/p',
      env: { A: 'b' },
      systemPrompt: { type: 'preset', preset: 'claude_code' },
      mcpServers: { pruner: { ...pruner, alwaysLoad: true, timeout: 310_000 } },
      allowedTools: ['mcp__pruner'],
    })
  })

  test('without servers there is no mcpServers at all', () => {
    const options = claudeOptions({ cwd: '/p', env: {} })
    expect(options).not.toHaveProperty('mcpServers')
    expect(options).not.toHaveProperty('allowedTools')
  })
})

const init = (status: string, tools: string[]): ClaudeMessage => ({
  type: 'system',
  subtype: 'init',
  tools,
  mcp_servers: [{ name: 'pruner', status }],
})
const call: ClaudeMessage = {
  type: 'assistant',
  message: {
    content: [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 't1', name: 'mcp__pruner__read', input: { file_path: 'a' } },
    ],
  },
}
const answer = (content: string, is_error: boolean, tool_use_result?: unknown): ClaudeMessage => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't1', content, is_error }] },
  tool_use_result,
})

function readAll(...messages: ClaudeMessage[]) {
  const read = claudeEventReader(['pruner'])
  return messages.flatMap(read)
}

describe('claudeEventReader', () => {
  test('a connected server with its tools is not reported', () => {
    expect(readAll(init('connected', ['Read', 'mcp__pruner__read']))).toEqual([])
  })

  test.each(['failed', 'pending', 'disabled', 'needs-auth'])('status %s: unreachable', (status) => {
    expect(readAll(init(status, ['Read']))).toEqual([
      {
        type: 'mcp_failure',
        server: 'pruner',
        reason: 'unreachable',
        message: `Claude reports the server as ${status}`,
      },
    ])
  })

  test('connected but without tools: exited', () => {
    expect(readAll(init('connected', ['Read', 'mcp__other__read']))).toMatchObject([
      { type: 'mcp_failure', server: 'pruner', reason: 'exited' },
    ])
  })

  test('a call and its result, with what pruning saved', () => {
    const pruning = { attempted: true, applied: true, raw_bytes: 900, pruned_bytes: 300 }
    const result = { _meta: { pruning } }
    expect(readAll(call, answer('kept', false, result))).toEqual([
      { type: 'message', text: 'Let me see.' },
      { type: 'tool_call', id: 't1', server: 'pruner', tool: 'read', input: { file_path: 'a' } },
      {
        type: 'tool_result',
        id: 't1',
        server: 'pruner',
        tool: 'read',
        ok: true,
        text: 'kept',
        pruning: { applied: true, raw_bytes: 900, pruned_bytes: 300 },
      },
    ])
  })

  test('a closed connection: exited', () => {
    expect(readAll(call, answer('Connection closed', true)).at(-1)).toEqual({
      type: 'mcp_failure',
      server: 'pruner',
      reason: 'exited',
      message: 'Connection closed',
    })
  })

  test('a call that is not answered: unreachable', () => {
    const message = 'MCP server "pruner" tool "read" timed out after 310s'
    expect(readAll(call, answer(message, true)).at(-1)).toEqual({
      type: 'mcp_failure',
      server: 'pruner',
      reason: 'unreachable',
      message,
    })
  })

  test('a tool’s own error that speaks of a closed connection is only an error', () => {
    const events = readAll(call, answer('ssh: Connection closed by remote host', true))
    expect(events.at(-1)).toMatchObject({ type: 'tool_result', ok: false })
  })

  test('the result: tokens, read from the cache or not, and whether it went well', () => {
    const usage = {
      input_tokens: 5,
      output_tokens: 7,
      cache_read_input_tokens: 11,
      cache_creation_input_tokens: 13,
    }
    expect(
      readAll({ type: 'result', subtype: 'success', is_error: false, result: 'ok', usage }),
    ).toEqual([
      { type: 'usage', input_tokens: 29, cached_input_tokens: 11, output_tokens: 7 },
      { type: 'result', ok: true },
    ])
    expect(
      readAll({
        type: 'result',
        subtype: 'success',
        is_error: true,
        result: 'API Error: 400',
        usage,
      }).at(-1),
    ).toEqual({
      type: 'result',
      ok: false,
      error: 'API Error: 400',
    })
    expect(
      readAll({ type: 'result', subtype: 'error_max_turns', is_error: true, errors: [], usage }).at(
        -1,
      ),
    ).toEqual({
      type: 'result',
      ok: false,
      error: 'error_max_turns',
    })
  })
})
