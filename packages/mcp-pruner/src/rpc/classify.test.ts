import { describe, expect, test } from 'vitest'
import { classify, type IdRule } from './classify.js'

const kindOf = (text: string, rule?: IdRule) => classify(JSON.parse(text), rule)

describe('what is not a message', () => {
  test.each([
    ['{"foo":1}', null, '"jsonrpc" must be "2.0"'],
    ['[]', null, 'a message is a JSON object'],
    ['null', null, 'a message is a JSON object'],
    ['{"id":7,"method":"ping"}', 7, '"jsonrpc" must be "2.0"'],
    ['{"jsonrpc":"2.0","id":7}', 7, '"method" must be a string'],
    ['{"jsonrpc":"2.0","id":7,"method":5}', 7, '"method" must be a string'],
  ])('%s', (text, id, reason) => {
    expect(kindOf(text)).toEqual({ kind: 'invalid', id, reason })
  })

  test.each(['1e400', '-1e400', '12345678901234567890', '1.5', 'null', '{}', '[1]', 'true'])(
    'a request with the id %s, which could not be sent back',
    (id) => {
      expect(kindOf(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)).toEqual({
        kind: 'invalid',
        id: null,
        reason: '"id" must be a string or an integer that JSON can carry',
      })
    },
  )
})

test.each([
  ['0', 0],
  ['""', ''],
  ['"a"', 'a'],
])('a request with the id %s', (text, id) => {
  expect(kindOf(`{"jsonrpc":"2.0","id":${text},"method":"ping","params":[]}`)).toEqual({
    kind: 'request',
    id,
    method: 'ping',
    params: [],
  })
})

test.each([
  ['null', null],
  ['1.5', 1.5],
])('the id %s is one of plain JSON-RPC', (text, id) => {
  const message = `{"jsonrpc":"2.0","id":${text},"method":"ping"}`
  expect(kindOf(message, 'json-rpc')).toMatchObject({ kind: 'request', id })
})

test('a notification has no id at all', () => {
  expect(kindOf('{"jsonrpc":"2.0","method":"x"}')).toEqual({
    kind: 'notification',
    method: 'x',
    params: undefined,
  })
})

test.each([
  ['{"jsonrpc":"2.0","id":1,"result":null}', undefined],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}', undefined],
  ['{"id":1,"result":{}}', 'its "jsonrpc" is not "2.0"'],
  ['{"jsonrpc":"2.0","id":1,"result":{},"error":{}}', 'it holds both a result and an error'],
  ['{"jsonrpc":"2.0","id":1,"error":"no"}', 'its error is not an object'],
])('%s is a response', (text, fault) => {
  const message = kindOf(text)
  expect(message).toMatchObject({ kind: 'response', id: 1 })
  expect('fault' in message ? message.fault : undefined).toBe(fault)
})
