// `POST /prune` in a swe-pruner's own form, with an engine whose answer is set.
import { expect, test } from 'vitest'
import { createGuard } from '../call/guard.js'
import { overloaded } from './rpc-errors.js'
import { createSwePrune } from './swe-prune.js'

const TEXT = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join('\n')
const PRUNED = {
  text: 'line 7',
  status: 'pruned',
  annotations: [],
  keptLines: [7],
  stats: {
    originalLines: 100,
    keptLines: 25,
    prunedLines: 75,
    prunedRatio: 0.75,
    tokensBefore: 300,
    tokensAfter: 3,
  },
  warnings: [],
}

function service(metadata: object = {}, admit: () => void = () => {}) {
  const asked: { question: unknown; requestOptions: object }[] = []
  const nothing = () => {}
  const swePrune = createSwePrune(
    {
      recovery: { idOf: () => 'prn_1' },
      metrics: { fallback: nothing, storeError: nothing, tokens: nothing },
      limits: {},
      admission: { refuseIfFull: nothing, admit },
    } as never,
    {
      guard: createGuard(nothing),
      pruneOutput: (_tool: string, question: unknown, produced: never) => {
        const { requestOptions, apply, raw } = produced as {
          requestOptions: object
          apply: (pruned: unknown) => unknown
          raw: unknown
        }
        asked.push({ question, requestOptions })
        const isPruned = !('error' in metadata)
        return Promise.resolve({
          raw: isPruned ? apply(PRUNED) : raw,
          metadata: {
            attempted: true,
            applied: isPruned,
            fallback: false,
            raw_bytes: 5,
            prune_id: 'prn_1',
            ...metadata,
          },
        })
      },
    } as never,
    nothing,
  )
  const send = (body: unknown) =>
    swePrune(typeof body === 'string' ? body : JSON.stringify(body), {
      requestId: 'r',
      signal: new AbortController().signal,
    })
  return { asked, send }
}

test('a pruned text, in its form', async () => {
  const { asked, send } = service()
  expect(await send({ code: TEXT, query: 'Which line?' })).toEqual({
    status: 200,
    body: {
      score: 0.25,
      pruned_code: 'line 7',
      token_scores: [],
      kept_frags: [7],
      origin_token_cnt: 300,
      left_token_cnt: 3,
      model_input_token_cnt: 300,
      error_msg: null,
      prune_id: 'prn_1',
    },
  })
  expect(asked).toMatchObject([{ question: { text: 'Which line?', origin: 'explicit' } }])
  expect(asked[0]?.requestOptions).toEqual({ timeoutMs: 10_000, view: { style: 'filtered' } })
})

test('a text that was not pruned comes back whole, with why', async () => {
  const { send } = service({ error: { code: 'timeout' } })
  expect(await send({ code: TEXT, query: 'Which line?' })).toMatchObject({
    status: 200,
    body: { score: 0, pruned_code: TEXT, error_msg: 'not pruned: timeout' },
  })
})

test.each([
  [0, { maxPruneRatio: 0 }],
  [0.25, { maxPruneRatio: 0.475 }],
  [0.5, {}],
  [1, { maxTokens: 1 }],
])('a threshold of %d asks the engine for %j', async (threshold, expected) => {
  const { asked, send } = service()
  await send({ code: TEXT, query: 'q', threshold })
  const always = { timeoutMs: 10_000, view: { style: 'filtered' } }
  expect(asked[0]?.requestOptions).toEqual({ ...always, ...expected })
})

test('between the default and one, fewer tokens are left', async () => {
  const { asked, send } = service()
  await send({ code: TEXT, query: 'q', threshold: 0.6 })
  await send({ code: TEXT, query: 'q', threshold: 0.8 })
  const [more = 0, less = 0] = asked.map(
    ({ requestOptions }) => (requestOptions as { maxTokens: number }).maxTokens,
  )
  expect(more / less).toBeCloseTo(2, 1)
  expect(less).toBeGreaterThan(10)
})

test.each([
  ['no JSON', '{', { type: 'json_invalid', loc: ['body'] }],
  ['no text', { query: 'q' }, { loc: ['body', 'code'] }],
  ['no question', { code: 'a' }, { loc: ['body', 'query'] }],
  ['another type', { code: 5, query: 'q' }, { loc: ['body', 'code'] }],
])('%s is refused as FastAPI does', async (_what, body, issue) => {
  const { asked, send } = service()
  expect(await send(body)).toMatchObject({ status: 422, body: { detail: [issue] } })
  expect(asked).toEqual([])
})

test('a full queue is no mistake of the caller', async () => {
  const { send } = service({}, () => {
    throw overloaded('full')
  })
  await expect(send({ code: TEXT, query: 'q' })).rejects.toMatchObject({
    data: { code: 'overloaded' },
  })
})
