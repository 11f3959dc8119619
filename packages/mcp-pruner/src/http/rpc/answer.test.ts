import { expect, test } from 'vitest'
import { RpcError } from '../../rpc/rpc-error.js'
import { overloaded } from '../rpc-errors.js'
import { answerRpc, type Dispatch, type Params } from './answer.js'

const limits = { batchSize: 3, answerBytes: 1000 }
const echo: Dispatch = (method, params) => {
  if (method === 'busy') return Promise.reject(overloaded('full'))
  if (method === 'wrong') return Promise.reject(new RpcError(-32001, 'no', { a: 1 }))
  if (method === 'broken') return Promise.reject(new Error('a secret detail'))
  return Promise.resolve(params ?? null)
}

async function answered(body: unknown, dispatch = echo) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const { body: answer, overloaded: isFull } = await answerRpc(text, dispatch, limits)
  return { answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown), isFull }
}
const request = (id: unknown, method = 'echo', params: unknown = { a: 1 }) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const failed = (id: unknown, code: number, reason: RegExp) => ({
  id,
  error: { code, data: { reason: expect.stringMatching(reason) as string } },
})

test('a request is answered by its id', async () => {
  for (const id of [1, 0, 'a', ''])
    expect(await answered(request(id))).toEqual({
      answer: { jsonrpc: '2.0', id, result: { a: 1 } },
      isFull: false,
    })
  expect((await answered(request(1, 'echo', [1]))).answer).toMatchObject({ result: [1] })
  expect((await answered(request(1, 'echo', null))).answer).toMatchObject({ result: null })
})

test('a notification is not, and no method sees it', async () => {
  const seen: (Params | undefined)[] = []
  const dispatch: Dispatch = (_method, params) => Promise.resolve(void seen.push(params))
  const notification = { jsonrpc: '2.0', method: 'echo' }
  expect(await answered(notification, dispatch)).toEqual({ answer: undefined, isFull: false })
  expect(await answered([notification], dispatch)).toEqual({ answer: undefined, isFull: false })
  expect(seen).toEqual([])
})

test.each([
  ['no JSON', '{', null, -32700, /./],
  ['an empty batch', [], null, -32600, /^a batch holds at least one request$/],
  ['parameters that are no list or object', request(7, 'echo', 'text'), 7, -32600, /params/],
  ['a response', { jsonrpc: '2.0', id: 7, result: {} }, 7, -32600, /a response without a request/],
  ['a number', 5, null, -32600, /./],
])('%s is refused', async (_what, body, id, code, reason) => {
  expect(await answered(body)).toMatchObject({ answer: failed(id, code, reason), isFull: false })
})

test('errors: those for the caller, and those for the log', async () => {
  expect((await answered(request(1, 'wrong'))).answer).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32001, message: 'no', data: { a: 1 } },
  })
  expect((await answered(request(1, 'broken'))).answer).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32603, message: 'Internal error' },
  })
})

test('a batch is answered in its order, without its notifications', async () => {
  const { answer } = await answered([request(2), { jsonrpc: '2.0', method: 'echo' }, request(1)])
  expect(answer).toEqual([
    { jsonrpc: '2.0', id: 2, result: { a: 1 } },
    { jsonrpc: '2.0', id: 1, result: { a: 1 } },
  ])
})

test('three requests are the most of this batch', async () => {
  const batch = (size: number) => Array.from({ length: size }, (_, id) => request(id))
  expect((await answered(batch(3))).answer).toHaveLength(3)
  expect((await answered(batch(4))).answer).toMatchObject({
    id: null,
    error: { code: -32600, data: { limit: 3, actual: 4 } },
  })
})

test('answers beyond the limit are dropped one by one, under their ids', async () => {
  const long = { text: 'x'.repeat(420) }
  const { answer } = await answered([1, 2, 3].map((id) => request(id, 'echo', long)))
  expect(answer).toMatchObject([
    { id: 1, result: long },
    { id: 2, result: long },
    { id: 3, error: { data: { code: 'answer_too_large', limit: 1000 } } },
  ])
  // One alone may be as large as its tool allows.
  const one = { text: 'x'.repeat(2000) }
  expect((await answered(request(1, 'echo', one))).answer).toMatchObject({ result: one })
})

test('a batch is overloaded if all of it was refused for that', async () => {
  expect((await answered(request(1, 'busy'))).isFull).toBe(true)
  expect((await answered([request(1, 'busy'), request(2, 'busy')])).isFull).toBe(true)
  expect((await answered([request(1, 'busy'), request(2)])).isFull).toBe(false)
})
