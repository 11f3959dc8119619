import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type RecordingClient } from '../registry.js'
import { callFacts } from './call-kind.js'
import { findSessions } from './find-sessions.js'
import { readSession } from './read-session.js'
import { type RecordedCall, recordedCalls } from './recorded-calls.js'

const folder = mkdtempSync(join(tmpdir(), 'sessions-'))
afterAll(() => rmSync(folder, { recursive: true }))

function record(lines: readonly (object | string)[]): string {
  const file = join(folder, `${Math.random()}.jsonl`)
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, `${text.join('\n')}\n`)
  return file
}

async function callsOf(client: RecordingClient, file: string, fromByte = 0) {
  const skipped = { damaged: 0, tooLong: 0 }
  const calls: RecordedCall[] = []
  const events = readSession(client, file, { skipped, fromByte, maxLineBytes: 5000 })
  for await (const call of recordedCalls(events)) calls.push(call)
  return { calls, skipped }
}

const assistant = (id: string, block: object, more: object = {}) => ({
  type: 'assistant',
  sessionId: 's1',
  cwd: '/p',
  timestamp: '2026-01-01T00:00:00.000Z',
  message: {
    id,
    role: 'assistant',
    model: 'm',
    content: [block],
    usage: {
      input_tokens: 3,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      output_tokens: 7,
    },
  },
  ...more,
})
const user = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const result = (id: string, content: unknown, is_error = false) =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error }])
const use = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })

describe('a session of Claude Code', () => {
  const file = record([
    user('Fix the reorder bug.'),
    user('<system-reminder>be good</system-reminder>'),
    user('This session is being continued from a previous conversation.'),
    user('[Request interrupted by user]'),
    user('hidden', { isMeta: true }),
    assistant('m1', { type: 'thinking', thinking: 'where is it?' }),
    assistant('m1', { type: 'text', text: 'Let me look at reorder().' }),
    assistant('m1', use('t1', 'Read', { file_path: '/p/a.py' })),
    '{"type":"assistant","message":{"con',
    'null',
    `"${'x'.repeat(6000)}"`,
    result('t1', [{ type: 'text', text: '1\tdef reorder():' }]),
    assistant('m2', use('t2', 'Bash', { command: 'pytest -q', description: 'Run the tests' }), {
      isSidechain: true,
    }),
    result('t2', 'Exit code 1\n1 failed', true),
    assistant('m3', { type: 'thinking', thinking: 'The test says why.' }),
    assistant('m3', use('t3', 'Grep', { pattern: 'x' })),
    assistant('m3', use('t4', 'Edit', { file_path: '/p/a.py', old_string: 'a', new_string: 'b' })),
    result('t4', 'done'),
    result('t3', 'a.py:1:x'),
  ])

  test('returns its calls with outputs, words, prompt and usage', async () => {
    const { calls } = await callsOf('claude', file)
    expect(
      calls.map(({ name, output, message, messageSource }) => [
        name,
        output,
        message,
        messageSource,
      ]),
    ).toEqual([
      ['Read', '1\tdef reorder():', 'Let me look at reorder().', 'message'],
      ['Bash', 'Exit code 1\n1 failed', 'Let me look at reorder().', 'earlier'],
      ['Edit', 'done', 'The test says why.', 'thought'],
      ['Grep', 'a.py:1:x', 'The test says why.', 'thought'],
    ])
    expect(calls.map(({ prompt }) => prompt)).toEqual(Array(4).fill('Fix the reorder bug.'))
    expect(calls.map(({ index }) => index)).toEqual([0, 1, 3, 2])
    expect(calls[1]).toMatchObject({ isError: true, isSidechain: true, model: 'm' })
    expect(calls[0]?.usage).toEqual({
      inputTokens: 123,
      cachedInputTokens: 100,
      cacheWriteTokens: 20,
      outputTokens: 7,
    })
  })

  test('skips and counts damaged lines and those that are too long', async () => {
    expect((await callsOf('claude', file)).skipped).toEqual({ damaged: 2, tooLong: 1 })
  })

  test('counts the usage of a message once, however many lines it was written in', async () => {
    const usages = []
    for await (const event of readSession('claude', file)) {
      if (event.type === 'usage') usages.push(event.usage.outputTokens)
    }
    expect(usages).toEqual([7, 7, 7])
  })

  // The first line of a message is written while it streams: 7,641 output tokens were counted of 74,382.
  test('repeats the figures of a message when they change, under the same request', async () => {
    const usage = (output_tokens: number) => ({
      input_tokens: 3,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      cache_creation: { ephemeral_1h_input_tokens: 20, ephemeral_5m_input_tokens: 0 },
      output_tokens,
    })
    const line = (output: number, block: object) => {
      const { message, ...rest } = assistant('m1', block)
      return { ...rest, message: { ...message, usage: usage(output) } }
    }
    const partial = record([
      line(2, { type: 'text', text: 'Let me look.' }),
      line(2, { type: 'thinking', thinking: 'where?' }),
      line(410, use('t1', 'Bash', { command: 'ls' })),
      { type: 'system', subtype: 'compact_boundary' },
    ])
    const told = []
    for await (const event of readSession('claude', partial)) {
      if (event.type === 'usage') {
        told.push([event.request, event.usage.outputTokens, event.usage.hourWriteTokens])
      }
      if (event.type === 'compacted') told.push('compacted')
    }
    expect(told).toEqual([['m1', 2, 20], ['m1', 410, 20], 'compacted'])
  })

  test('can be read from the middle on, at the next whole line', async () => {
    const tail = record([
      user('a'.repeat(300)),
      user('Second.'),
      assistant('m', use('t', 'X', {})),
      result('t', 'o'),
    ])
    const { calls, skipped } = await callsOf('claude', tail, 40)
    expect(calls.map(({ prompt, output }) => [prompt, output])).toEqual([['Second.', 'o']])
    expect(skipped).toEqual({ damaged: 0, tooLong: 0 })
  })
})

describe('a session of Codex', () => {
  const item = (payload: object) => ({ timestamp: 't', type: 'response_item', payload })
  const message = (role: string, text: string) =>
    item({ type: 'message', role, content: [{ type: 'input_text', text }] })

  test('returns its calls with outputs, words, prompt and usage', async () => {
    const file = record([
      { type: 'session_meta', payload: { id: 's', cwd: '/p' } },
      { type: 'turn_context', payload: { model: 'gpt-x' } },
      message('developer', 'be good'),
      message('user', '<environment_context>\n</environment_context>'),
      message('user', 'Why does it fail?'),
      { type: 'event_msg', payload: { type: 'user_message', message: 'Why does it fail?' } },
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look first.' }] }),
      message('assistant', 'I will run the tests.'),
      {
        type: 'event_msg',
        payload: {
          type: 'token_count',
          info: {
            last_token_usage: { input_tokens: 50, cached_input_tokens: 40, output_tokens: 9 },
          },
        },
      },
      item({
        type: 'function_call',
        name: 'exec_command',
        arguments: '{"cmd":"npm test"}',
        call_id: 'c1',
      }),
      item({
        type: 'function_call_output',
        call_id: 'c1',
        output: 'Process exited with code 3\nOutput:\nno',
      }),
      item({
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: '*** Begin Patch',
        call_id: 'c2',
      }),
      item({
        type: 'custom_tool_call_output',
        call_id: 'c2',
        output: { content: 'ok', success: true },
      }),
      item({
        type: 'function_call',
        name: 'read',
        namespace: 'mcp__pruner',
        arguments: '{',
        call_id: 'c3',
      }),
      item({ type: 'function_call_output', call_id: 'c3', output: [{ type: 'text', text: 'x' }] }),
    ])
    const { calls, skipped } = await callsOf('codex', file)
    expect(calls.map(({ name, output, isError }) => [name, output, isError])).toEqual([
      ['exec_command', 'Process exited with code 3\nOutput:\nno', true],
      ['apply_patch', 'ok', false],
      ['mcp__pruner__read', 'x', false],
    ])
    expect(calls[0]).toMatchObject({
      message: 'I will run the tests.',
      prompt: 'Why does it fail?',
      model: 'gpt-x',
      input: { cmd: 'npm test' },
      usage: { inputTokens: 50, cachedInputTokens: 40, cacheWriteTokens: 0, outputTokens: 9 },
    })
    expect(calls[2]?.input).toEqual({ arguments: '{' })
    expect(skipped).toEqual({ damaged: 0, tooLong: 0 })
  })
})

test('a repeated request of Codex is one request', async () => {
  const count = (total: number, last: number) => ({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: {
        total_token_usage: { total_tokens: total },
        last_token_usage: { input_tokens: last },
      },
    },
  })
  const file = record([count(10, 10), count(10, 10), count(30, 20), count(30, 20), count(50, 20)])
  const inputs = []
  for await (const event of readSession('codex', file)) {
    if (event.type === 'usage') inputs.push(event.usage.inputTokens)
  }
  expect(inputs).toEqual([10, 20, 20])
})

test('sessions are found in the folders that the clients use, newest first', async () => {
  const home = join(folder, 'home')
  const write = (path: string, time: number) => {
    const file = join(home, path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '')
    utimesSync(file, time, time)
    return file
  }
  const older = write('.claude/projects/p/a.jsonl', 1000)
  const newer = write('.claude/projects/p/s/subagents/agent-b.jsonl', 2000)
  write('.claude/projects/p/notes.txt', 3000)
  const rollout = write('.codex/sessions/2026/01/02/rollout-x.jsonl', 1000)
  write('.codex/sessions/2026/01/02/other.jsonl', 1000)
  const files = async (client: RecordingClient, env: Record<string, string>) =>
    (await findSessions(client, env)).map(({ file }) => file)
  expect(await files('claude', { HOME: home })).toEqual([newer, older])
  expect(await files('codex', { HOME: '/nowhere', CODEX_HOME: join(home, '.codex') })).toEqual([
    rollout,
  ])
  expect(await files('codex', { HOME: '/nowhere' })).toEqual([])
})

test.each([
  ['Read', { file_path: '/a', offset: 7 }, { kind: 'read', path: '/a', firstLine: 7 }],
  ['mcp__pruner__read', { file_path: '/a' }, { kind: 'read', path: '/a' }],
  ['exec_command', { cmd: 'ls' }, { kind: 'shell', command: 'ls' }],
  ['shell', { command: ['bash', '-lc', 'ls'] }, { kind: 'shell', command: 'ls' }],
  ['Grep', { pattern: 'x', path: 'src' }, { kind: 'search', pattern: 'x', path: 'src' }],
  [
    'MultiEdit',
    { edits: [{ old_string: 'a' }, { old_string: 'b' }] },
    { kind: 'edit', replaced: ['a', 'b'] },
  ],
  ['WebFetch', 'odd', { kind: 'other', command: undefined, replaced: [] }],
])('%s %j is understood', (name, input, facts) => {
  expect(callFacts(name, input)).toMatchObject(facts)
})
