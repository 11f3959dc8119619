// What a model holds before a call, derived from lines as the clients record them.
import { describe, expect, test } from 'vitest'
import { Conversation, type CurrentCall } from './conversation.js'

const NOW = { id: 'now', name: 'Read', input: { file_path: 'z' } }
const heldBy = (conversation: Conversation, call: CurrentCall = NOW) =>
  conversation.before(call)?.map(({ output }) => output)

describe('Claude Code', () => {
  const use = (uuid: string, parentUuid: string | null, id: string) => ({
    type: 'assistant',
    uuid,
    parentUuid,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Read', input: {} }] },
  })
  const result = (uuid: string, parentUuid: string, tool_use_id: string, content: string) => ({
    type: 'user',
    uuid,
    parentUuid,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id, content }] },
  })
  const read = (lines: readonly object[], startedMs?: number) => {
    const conversation = new Conversation('claude', startedMs)
    for (const line of lines) conversation.addLine(line as Record<string, unknown>)
    return conversation
  }

  test('the outputs on the way to the call, those of parallel calls too', () => {
    const lines = [
      use('a1', null, 't1'),
      use('a2', 'a1', 't2'),
      result('r1', 'a1', 't1', 'one'),
      result('r2', 'a2', 't2', 'two'),
      use('a3', 'r2', 'now'),
    ]
    expect(heldBy(read(lines))).toEqual(['one', 'two'])
  })

  test('nothing while the call itself is not recorded: earlier calls may be missing too', () => {
    expect(heldBy(read([use('a1', null, 't1'), result('r1', 'a1', 't1', 'one')]))).toBeUndefined()
  })

  test('before it is recorded, what is recorded of an unbroken chain up to it', () => {
    const lines = [
      use('a1', null, 't1'),
      result('r1', 'a1', 't1', 'one'),
      { type: 'user', uuid: 'p', parentUuid: 'r1', message: { role: 'user', content: 'Go on.' } },
    ]
    const after = (...chain: string[]) => heldBy(read(lines), { ...NOW, chain })
    expect(after('t1', 'now')).toEqual(['one'])
    expect(after('p', 't2', 'now')).toEqual(['one'])
    expect(after('t2', 'now')).toBeUndefined()
    expect(after('now')).toBeUndefined()
  })

  test('nothing from before a rewind', () => {
    const lines = [
      use('a1', null, 't1'),
      result('r1', 'a1', 't1', 'one'),
      use('a2', 'r1', 't2'),
      result('r2', 'a2', 't2', 'rewound'),
      { type: 'user', uuid: 'p2', parentUuid: 'r1', message: { role: 'user', content: 'again' } },
      use('a3', 'p2', 'now'),
    ]
    expect(heldBy(read(lines))).toEqual(['one'])
  })

  test.each([
    ['a compaction', { type: 'system', subtype: 'compact_boundary', parentUuid: null }],
    ['a partial one', { type: 'system', subtype: 'microcompact_boundary', parentUuid: 'r1' }],
    ['a summary', { type: 'user', isCompactSummary: true, parentUuid: 'r1', message: {} }],
  ])('nothing from before %s', (_, boundary) => {
    const lines = [
      use('a1', null, 't1'),
      result('r1', 'a1', 't1', 'one'),
      { uuid: 'b', ...boundary },
      use('a2', 'b', 't2'),
      result('r2', 'a2', 't2', 'two'),
      use('a3', 'r2', 'now'),
    ]
    expect(heldBy(read(lines))).toEqual(['two'])
  })

  // The messages that it keeps are recorded before it, and still name their predecessors there.
  test('nothing from before a compaction that keeps the last messages', () => {
    const preservedMessages = { anchorUuid: 's', uuids: ['a2', 'r2'] }
    const lines = [
      use('a1', null, 't1'),
      result('r1', 'a1', 't1', 'summarised'),
      use('a2', 'r1', 't2'),
      result('r2', 'a2', 't2', 'kept'),
      {
        type: 'system',
        subtype: 'compact_boundary',
        uuid: 'b',
        parentUuid: null,
        compactMetadata: { preservedMessages },
      },
      { type: 'user', isCompactSummary: true, uuid: 's', parentUuid: 'b', message: {} },
      use('a3', 'r2', 't3'),
      result('r3', 'a3', 't3', 'three'),
      use('a4', 'r3', 'now'),
    ]
    expect(heldBy(read(lines))).toEqual(['three'])
  })

  const at = (line: object, timestamp: string) => ({ ...line, timestamp })

  // Its API then clears old results: "compact_tool_result_clearing_after_idle", after 3,900 seconds.
  test('nothing from before an idle hour', () => {
    const lines = [
      at(use('a1', null, 't1'), '2026-11-18T10:00:00.000Z'),
      at(result('r1', 'a1', 't1', 'cleared'), '2026-11-18T10:00:01.000Z'),
      at(use('a2', 'r1', 't2'), '2026-11-18T11:00:02.000Z'),
      at(result('r2', 'a2', 't2', 'two'), '2026-11-18T11:30:00.000Z'),
      at(use('a3', 'r2', 'now'), '2026-11-18T11:30:01.000Z'),
    ]
    expect(heldBy(read(lines))).toEqual(['two'])
  })

  test('nothing from before an answer for which the API cleared old results', () => {
    const applied_edits = [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 9 }]
    const answer = use('a2', 'r1', 't2')
    const lines = [
      use('a1', null, 't1'),
      result('r1', 'a1', 't1', 'cleared'),
      { ...answer, message: { ...answer.message, context_management: { applied_edits } } },
      result('r2', 'a2', 't2', 'two'),
      use('a3', 'r2', 'now'),
    ]
    expect(heldBy(read(lines))).toEqual(['two'])
  })

  test('nothing from before the server started: the session was resumed', () => {
    const lines = [
      at(use('a1', null, 't1'), '2026-11-18T10:00:00.000Z'),
      at(result('r1', 'a1', 't1', 'one'), '2026-11-18T10:00:01.000Z'),
      at(use('a2', 'r1', 't2'), '2026-11-18T10:05:00.000Z'),
      at(result('r2', 'a2', 't2', 'two'), '2026-11-18T10:05:01.000Z'),
      at(use('a3', 'r2', 'now'), '2026-11-18T10:05:02.000Z'),
    ]
    expect(heldBy(read(lines, Date.parse('2026-11-18T10:04:00.000Z')))).toEqual(['two'])
  })
})

describe('Codex', () => {
  const item = (payload: object) => ({ type: 'response_item', payload })
  const called = (call_id: string, name = 'exec_command') =>
    item({ type: 'function_call', call_id, name, arguments: '{}' })
  const output = (call_id: string, text: string) =>
    item({ type: 'function_call_output', call_id, output: text })
  const read = (lines: readonly object[]) => {
    const conversation = new Conversation('codex')
    for (const line of lines) conversation.addLine(line as Record<string, unknown>)
    return conversation
  }

  test('the outputs before the call', () => {
    const lines = [called('c1'), output('c1', 'one'), called('now')]
    expect(heldBy(read(lines))).toEqual(['one'])
  })

  test('a command inside a script is identified by the running script', () => {
    const exec = item({ type: 'custom_tool_call', call_id: 'x', name: 'exec', input: 'js' })
    const lines = [called('c1'), output('c1', 'one'), exec]
    expect(heldBy(read(lines), { ...NOW, id: 'exec-1f' })).toEqual(['one'])
  })

  test.each([
    ['a compaction', { type: 'compacted', payload: { message: 'summary' } }],
    ['turns taken back', { type: 'event_msg', payload: { type: 'thread_rolled_back' } }],
  ])('nothing from before %s', (_, loss) => {
    const lines = [called('c1'), output('c1', 'one'), loss, called('now')]
    expect(heldBy(read(lines))).toEqual([])
  })
})

describe('Copilot', () => {
  const message = (toolCallId: string, name: string, args: object) => ({
    type: 'assistant.message',
    data: { content: '', toolRequests: [{ toolCallId, name, arguments: args }] },
  })
  const done = (toolCallId: string, content: string) => ({
    type: 'tool.execution_complete',
    data: { toolCallId, success: true, result: { content } },
  })
  const read = (lines: readonly object[]) => {
    const conversation = new Conversation('copilot')
    for (const line of lines) conversation.addLine(line as Record<string, unknown>)
    return conversation
  }
  const hook = (timestamp: number) => ({
    type: 'hook.start',
    data: { hookType: 'postToolUse', input: { timestamp, toolName: 'view' } },
  })
  const view = { id: '', name: 'view', input: { path: '/a' }, hookAtMs: 2000 }

  test('the call is identified by its content, once its hook is recorded, and only while it runs', () => {
    const lines = [
      message('c1', 'view', { path: '/a' }),
      hook(1000),
      done('c1', 'one'),
      message('c2', 'view', { path: '/a' }),
      hook(2000),
    ]
    expect(heldBy(read(lines), view)).toEqual(['one'])
    expect(heldBy(read([...lines, done('c2', 'two')]), view)).toBeUndefined()
    // The second call, before the record shows that the first one has ended.
    expect(heldBy(read(lines.slice(0, 2)), view)).toBeUndefined()
    expect(heldBy(read(lines.slice(0, 4)), view)).toBeUndefined()
  })

  test.each(['session.compaction_complete', 'session.truncation', 'session.resume'])(
    'nothing from before %s',
    (type) => {
      const lines = [
        message('c1', 'view', { path: '/a' }),
        done('c1', 'one'),
        { type, data: {} },
        message('c2', 'view', { path: '/a' }),
        hook(2000),
      ]
      expect(heldBy(read(lines), view)).toEqual([])
    },
  )
})
