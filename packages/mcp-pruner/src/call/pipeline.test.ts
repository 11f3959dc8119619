// The stages of a call, with a tool and an engine whose answers are set.
import { MCPRequestLimitsSchema } from '@jeeves/contracts'
import { expect, test } from 'vitest'
import { AppError } from '../errors/app-error.js'
import { createGuard } from './guard.js'
import { callTool, type Pipeline } from './pipeline.js'
import type { RecordedCall } from './record-call.js'
import { type Call, type Finished, type Tool, ToolFailure } from './tool.js'

const METADATA = { attempted: false, applied: false, fallback: false, raw_bytes: 3 }
type Args = { readonly question?: string }

function pipeline(more: Partial<Tool<Args, string, Finished<Args, string>>> = {}, applied = false) {
  const events: [event: string, data: object][] = []
  const asked: unknown[] = []
  const recorded: RecordedCall[] = []
  const afterwards: unknown[][] = []
  const guard = createGuard(() => {})
  const tool: Tool<Args, string, Finished<Args, string>> = {
    name: 'read',
    parse: (input) => ({ ok: true, args: input as Args, unknownKeys: ['colour'] }),
    timeLimitMs: () => 60_000,
    timeLimitHint: 'raise it',
    focusQuestion: ({ question }) => question,
    run: () => Promise.resolve({ raw: 'raw', text: 'raw', apply: ({ text }) => text }),
    shape: (finished) => finished,
    ...more,
  }
  const parts: Pipeline = {
    guard: {
      before: (call) => guard.before(call),
      after: (...given) => Promise.resolve(void afterwards.push(given)),
    },
    pruneOutput: ((name: string, question: unknown, produced: { text: string; raw: unknown }) => {
      asked.push([name, question, produced.text])
      const raw = applied ? 'pruned' : produced.raw
      return Promise.resolve({ raw, keptLines: [1], metadata: { ...METADATA, applied } })
    }) as never,
    record: (describe) => void recorded.push(describe()),
  }
  const emit: Call['emit'] = (_level, event, fields) =>
    void events.push([event, fields?.data ?? {}])
  const run = (input: object = {}, call: Partial<Call> = {}) =>
    callTool(
      tool,
      input,
      { requestId: 'r', signal: new AbortController().signal, emit, output: 'text', ...call },
      parts,
    )
  const names = () => events.map(([event]) => event)
  return { run, events, names, asked, recorded, afterwards }
}

test('a call is run, pruned by its question, shaped and recorded', async () => {
  const { run, names, asked, recorded, afterwards } = pipeline({}, true)
  const { result, mode } = await run({ question: 'Where?' }, { client: 'c' })
  expect(mode).toBe('pruned')
  expect(result).toMatchObject({
    raw: 'pruned',
    args: { question: 'Where?' },
    warnings: ['unknown argument ignored: colour'],
  })
  expect(result).not.toHaveProperty('failure')
  expect(asked).toEqual([['read', { text: 'Where?', origin: 'explicit' }, 'raw']])
  expect(names()).toEqual(['tool.exec_start', 'tool.exec_ok'])
  expect(recorded).toMatchObject([
    { tool: 'read', client: 'c', question: 'Where?', text: 'raw', firstLine: 1, keptLines: [1] },
  ])
  expect(afterwards).toEqual([['read', expect.any(Number), 60_000]])
})

test('without a question nothing is asked, and the answer is raw', async () => {
  const { run, asked } = pipeline()
  expect((await run()).mode).toBe('raw')
  expect(asked).toEqual([['read', undefined, 'raw']])
})

test('wrong arguments are refused before anything is run', async () => {
  const { run, names, asked } = pipeline({
    parse: () => ({ ok: false, issues: [{ path: ['a'], code: 'custom' }] }),
  })
  await expect(run()).rejects.toMatchObject({ code: -32602, data: { tool: 'read' } })
  expect([names(), asked]).toEqual([[], []])
})

test('what the guard refuses is not run, and is shaped as a failure', async () => {
  let runs = 0
  const limits = MCPRequestLimitsSchema.parse({})
  const { run, names, recorded } = pipeline({
    request: { limits },
    run: () => Promise.reject(new Error(`run ${(runs += 1)}`)),
  })
  const { result } = await run({ ids: Array.from({ length: 101 }, () => 1) })
  expect(result).toMatchObject({ failure: { code: 'ARRAY_TOO_LARGE' } })
  expect([result.raw, runs, names()]).toEqual([undefined, 0, []])
  expect(recorded).toHaveLength(1)
})

test.each([
  [
    'on purpose',
    new ToolFailure({ code: 'not_found', message: 'no file' }),
    'not_found',
    'no file',
  ],
  ['to start', new AppError('spawn_error', 'no bash'), 'spawn_error', 'no bash'],
])('a tool that fails %s is an answer', async (_how, error, code, message) => {
  const { run, events } = pipeline({ run: () => Promise.reject(error) })
  expect((await run()).result).toMatchObject({ failure: { code, message } })
  expect(events.at(-1)).toMatchObject(['tool.exec_failed', { tool: 'read', code, message }])
})

test('one that fails by a mistake of ours is none', async () => {
  const { run, recorded } = pipeline({ run: () => Promise.reject(new TypeError('x of undefined')) })
  await expect(run()).rejects.toThrow('x of undefined')
  expect(recorded).toEqual([])
})

test('a failure with an output is pruned and shown', async () => {
  const failure = { code: 'exit', message: 'exited with 3', exit_code: 3 }
  const { run, names } = pipeline({
    run: () => Promise.resolve({ raw: 'raw', text: 'raw', apply: ({ text }) => text, failure }),
  })
  expect((await run()).result).toMatchObject({ raw: 'raw', failure })
  expect(names()).toEqual(['tool.exec_start', 'tool.exec_failed'])
})

test('at its time limit a tool is told to stop, and its output so far is shown', async () => {
  const { run, names } = pipeline({
    timeLimitMs: () => 20,
    run: (_args, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({ raw: 'so far', text: 'so far', apply: ({ text }) => text }),
        )
      }),
  })
  expect((await run()).result).toMatchObject({
    raw: 'so far',
    failure: { code: 'timeout', message: 'stopped after 20 ms; raise it' },
  })
  expect(names()).toEqual(['tool.exec_start', 'tool.exec_timeout', 'tool.exec_failed'])
})

test('a call that nobody waits for any more ends without an answer', async () => {
  const stop = new AbortController()
  const { run, names, asked, recorded } = pipeline({
    run: () => {
      stop.abort()
      return Promise.resolve({ raw: 'raw', text: 'raw', apply: ({ text }) => text })
    },
  })
  await expect(run({}, { signal: stop.signal })).rejects.toThrow('the call was cancelled')
  expect(names()).toEqual(['tool.exec_start', 'tool.cancelled'])
  expect([asked, recorded]).toEqual([[], []])
})
