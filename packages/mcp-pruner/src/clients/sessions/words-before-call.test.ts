// Clients write the agent's words some 100 ms after their hook began: older words belong to another call.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { wordsBeforeCall } from './words-before-call.js'

const folder = mkdtempSync(join(tmpdir(), 'words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const line = (type: string, content: unknown) =>
  `${JSON.stringify({ type, sessionId: 's', cwd: '/', message: { content } })}\n`
const said = (text: string, id: string) =>
  line('assistant', [{ type: 'text', text }]) +
  line('assistant', [{ type: 'tool_use', id, name: 'Read', input: {} }])
const result = (id: string) => line('user', [{ type: 'tool_result', tool_use_id: id, content: '' }])

const within = (ms: number) => AbortSignal.timeout(ms)
const call = (transcript: string, callId: string, agentId?: string) =>
  ({ client: 'claude', transcript, callId, agentId }) as const

test('waits for the line of the call, and uses its words', async () => {
  const file = join(folder, 'late.jsonl')
  writeFileSync(file, line('user', 'Why?') + said('Look at prices.', 't1') + result('t1'))
  const words = wordsBeforeCall(call(file, 't2'), within(20_000))
  setTimeout(() => appendFileSync(file, said('Look at stocks.', 't2')), 100)
  expect(await words).toEqual({ message: 'Look at stocks.', prompt: 'Why?' })
})

test('uses no older words for a call whose line is not written', async () => {
  const file = join(folder, 'never.jsonl')
  writeFileSync(file, line('user', 'Why?') + said('Look at prices.', 't1') + result('t1'))
  expect(await wordsBeforeCall(call(file, 't2'), within(100))).toBeUndefined()
})

test('words that are there are taken, however little time was left to look', async () => {
  const file = join(folder, 'there.jsonl')
  writeFileSync(file, said('Look at prices.', 't1'))
  const words = await wordsBeforeCall(call(file, 't1'), AbortSignal.abort())
  expect(words?.message).toBe('Look at prices.')
})

test('a call without an id is identified by its content and by the time of its hook', async () => {
  const file = join(folder, 'copilot.jsonl')
  const event = (type: string, data: object) => `${JSON.stringify({ type, data })}\n`
  const message = (content: string, toolCallId: string) =>
    event('assistant.message', {
      content,
      toolRequests: [{ toolCallId, name: 'view', arguments: { path: '/a', view_range: [1, 9] } }],
    })
  const hook = (timestamp: number) =>
    event('hook.start', { hookType: 'postToolUse', input: { timestamp } })
  const done = (toolCallId: string) => event('tool.execution_complete', { toolCallId, result: {} })
  // The end of the same earlier call is not recorded yet.
  writeFileSync(file, message('Look at prices.', 'c1') + hook(1000))
  const input = { view_range: [1, 9], path: '/a' }
  const view = { transcript: file, callId: '', unnamed: { name: 'view', input, hookAtMs: 2000 } }
  const wordsOfView = (ms: number) => wordsBeforeCall({ client: 'copilot', ...view }, within(ms))
  expect(await wordsOfView(100)).toBeUndefined()
  const words = wordsOfView(20_000)
  const more = done('c1') + message('Look at stocks.', 'c2') + hook(2000)
  setTimeout(() => appendFileSync(file, more), 100)
  expect(await words).toEqual({ message: 'Look at stocks.', prompt: '' })
})

test('two subagents at once each have their own words', async () => {
  const file = join(folder, 'two.jsonl')
  const own = join(folder, 'two/subagents')
  mkdirSync(own, { recursive: true })
  writeFileSync(file, said('Somebody may look.', 't0'))
  for (const agent of ['a', 'b']) {
    writeFileSync(join(own, `agent-${agent}.jsonl`), said(`Words of ${agent}.`, `of-${agent}`))
  }
  const words = await Promise.all(
    ['a', 'b'].map((agent) => wordsBeforeCall(call(file, `of-${agent}`, agent), within(20_000))),
  )
  expect(words.map((each) => each?.message)).toEqual(['Words of a.', 'Words of b.'])
})

test('an agent that is no name of a file has no record', async () => {
  const file = join(folder, 'none.jsonl')
  writeFileSync(file, said('Words.', 't1'))
  expect((await wordsBeforeCall(call(file, 't1', '../x'), within(100)))?.message).toBe('Words.')
})
