import { expect, test } from 'vitest'
import { isServerTool, readHookInput } from './hook-input.js'

const read = (fields: object, client?: string) =>
  readHookInput({ client: 'claude', tool_name: 'Read', ...fields }, client)

test('input that no hook of ours sends is none', () => {
  expect(readHookInput('text')).toBeUndefined()
  expect(readHookInput({ tool_name: 'Read' })).toBeUndefined()
  expect(readHookInput({ client: 'claude' })).toBeUndefined()
  expect(readHookInput({ client: 'claude', hook_event_name: 'Module' })).toMatchObject({
    tool: '',
    event: 'Module',
  })
  expect(readHookInput({ toolName: 'view' }, 'copilot')).toMatchObject({
    client: 'copilot',
    tool: 'view',
    event: 'after',
  })
})

test('fields that Claude Code fills in as text are read as JSON', () => {
  expect(
    read({
      tool_input: '{"file_path":"/a"}',
      tool_response: ' [1]',
      hook_event_name: 'PreToolUse',
    }),
  ).toMatchObject({ event: 'PreToolUse', input: { file_path: '/a' }, response: [1] })
  expect(read({ tool_input: '[1]', tool_response: '{broken' })).toMatchObject({
    input: {},
    response: '{broken',
  })
})

test('plugins pass an output unchanged', () => {
  expect(read({ client: 'opencode', tool_response: '{"a":1}' })?.response).toBe('{"a":1}')
})

test('a field without a value, or as written in the settings, is not there', () => {
  expect(
    read({
      tool_use_id: '',
      session_id: '${session_id}',
      agent_id: '',
      turn_id: 't',
      timestamp: 5,
    }),
  ).toMatchObject({
    callId: '',
    sessionId: undefined,
    agentId: undefined,
    turnId: 't',
    atMs: 5,
  })
  expect(read({ sessionID: 'from opencode' })?.sessionId).toBe('from opencode')
  expect(read({ agentId: 'a' })?.agentId).toBe('a')
})

test('only what has the right type is taken', () => {
  expect(
    read({ chain: ['a', 1, 'b'], held: [{ name: 'Read', output: 'x' }, 3], parent_pid: '7' }),
  ).toMatchObject({
    chain: ['a', 'b'],
    earlierCalls: [{ name: 'Read', output: 'x' }],
    parentPid: undefined,
  })
  expect(read({ parent_pid: 7 })).toMatchObject({
    parentPid: 7,
    chain: [],
    earlierCalls: undefined,
  })
})

test("a record is found by Copilot's session, whose name leads nowhere else", () => {
  const transcript = (sessionId: string, client = 'copilot') =>
    readHookInput({ client, toolName: 'view', sessionId })?.transcript
  expect(transcript('abc-1')).toMatch(/session-state\/abc-1\/events\.jsonl$/)
  expect(transcript('../x')).toBeUndefined()
  expect(transcript('abc-1', 'cline')).toBeUndefined()
})

test.each([
  ['claude', 'mcp__github__get', true],
  ['claude', 'mcp__pruner__read', false],
  ['claude', 'Read', false],
  ['copilot', 'github-get', true],
  ['copilot', 'view', false],
  ['gemini', 'mcp__github__get', false],
])('%s: %s is a tool of a server: %s', (client, tool, isOne) => {
  expect(isServerTool(client, tool)).toBe(isOne)
})
