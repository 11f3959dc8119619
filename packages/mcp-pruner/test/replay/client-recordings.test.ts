// The recordings of the other clients, as each writes them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runVerb } from '../shell/verb-process.js'
import { bigFile, writeSession } from './recorded-fixture.js'

const elsewhere = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }))

test('the recordings of every client that records are found, and a database is named with a way out', () => {
  const record = (path: string, recorded: readonly object[]) => {
    const file = join(elsewhere, path)
    writeSession(file, recorded)
    return file
  }
  const output = bigFile().join('\n')
  record('.gemini/tmp/shop/chats/session-1.jsonl', [
    { sessionId: 'g', projectHash: 'x', startTime: 't' },
    { id: '1', type: 'user', content: 'Look into retryDelay.' },
    {
      id: '2',
      type: 'gemini',
      content: 'I check how long retryDelay waits.',
      model: 'gemini-3-pro',
      tokens: { input: 9000, cached: 0, output: 90, thoughts: 10 },
      toolCalls: [
        {
          id: 'a',
          name: 'run_shell_command',
          args: { command: 'cat src/big.ts' },
          status: 'success',
          result: [{ functionResponse: { response: { output } } }],
        },
      ],
    },
    {
      id: '3',
      type: 'gemini',
      content: 'It waits too long.',
      model: 'gemini-3-pro',
      tokens: { input: 30_000, cached: 8000, output: 20 },
    },
  ])
  record('.copilot/session-state/1/events.jsonl', [
    { type: 'session.start', data: { sessionId: 'p', context: { cwd: '/p/shop' } } },
    { type: 'user.message', data: { content: 'Look into retryDelay.' } },
    {
      type: 'assistant.message',
      data: {
        content: 'I check how long retryDelay waits.',
        toolRequests: [{ toolCallId: 'a', name: 'bash', arguments: { command: 'cat src/big.ts' } }],
      },
    },
    {
      type: 'tool.execution_complete',
      data: { toolCallId: 'a', success: true, result: { content: output } },
    },
  ])
  const database = record('.local/share/opencode/opencode.db', [])
  const exported = record('exported.json', [
    {
      info: { id: 'o', directory: '/p/shop' },
      messages: [
        { info: { role: 'user' }, parts: [{ type: 'text', text: 'Look into retryDelay.' }] },
        {
          info: { role: 'assistant', modelID: 'claude-sonnet-5' },
          parts: [
            { type: 'text', text: 'I check how long retryDelay waits.' },
            {
              type: 'tool',
              callID: 'a',
              tool: 'bash',
              state: { status: 'completed', input: { command: 'cat src/big.ts' }, output },
            },
            {
              type: 'step-finish',
              tokens: { input: 9000, output: 100, cache: { read: 0, write: 0 } },
            },
            {
              type: 'step-finish',
              tokens: { input: 100, output: 9, cache: { read: 30_000, write: 0 } },
            },
          ],
        },
      ],
    },
  ])
  const replay = (...args: string[]) =>
    runVerb(['replay', ...args], { PATH: process.env.PATH, HOME: elsewhere }).stdout
  const found = (...args: string[]) => JSON.parse(replay('--json', ...args))
  const told = found()
  expect(told.byClient).toMatchObject({
    gemini: { sessions: 1, pruned: 1 },
    copilot: { sessions: 1, pruned: 1 },
  })
  // 9,000 at 2 and 100 of output at 12, then 22,000 at 2, 8,000 cached at 0.2 and 20 of output.
  expect(told.costByClient.gemini.recorded).toBeCloseTo(
    (18_000 + 1200 + 44_000 + 1600 + 240) / 1e6,
    9,
  )
  expect(told.notTaken).toEqual([
    { file: database, reason: expect.stringMatching(/^a database, .*opencode export ID/) },
  ])
  const one = found(exported)
  expect(one.byClient).toMatchObject({ opencode: { sessions: 1, pruned: 1 } })
  expect(one.cost).toMatchObject({ requests: 2 })
  expect(one.cost.saved).toBeGreaterThan(0)
  // Its prices were not read on its maker's page, and the report says so.
  expect(replay().replaceAll(/\s+/g, ' ')).toMatch(
    /Prices of \d{4}-\d\d-\d\d \(--prices FILE for others\); second-hand: gemini-3-pro\. /,
  )
})
