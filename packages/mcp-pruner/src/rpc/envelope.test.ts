import { expect, test } from 'vitest'
import { readEnvelope, withEnvelope, withoutEnvelope, withoutStamp } from './envelope.js'

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const INFO = 'io.modelcontextprotocol/clientInfo'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const client = { clientInfo: { name: 'c', version: '1' }, capabilities: { roots: {} } }

test('what is written is read back', () => {
  const params = withEnvelope({ a: 1, _meta: { mine: 2 } }, client)
  expect(params).toEqual({
    a: 1,
    _meta: {
      [VERSION]: '2026-07-28',
      [INFO]: client.clientInfo,
      [CAPABILITIES]: client.capabilities,
      mine: 2,
    },
  })
  expect(readEnvelope(params)).toEqual(client)
  expect(withoutEnvelope(params)).toEqual({ a: 1, _meta: { mine: 2 } })
})

test('metadata that the client sent are not replaced', () => {
  const own = { name: 'own' }
  expect(withEnvelope({ _meta: { [INFO]: own } }, client)).toMatchObject({ _meta: { [INFO]: own } })
})

test('without metadata of its own nothing is left', () => {
  expect(withoutEnvelope(withEnvelope({ a: 1 }, client))).toEqual({ a: 1 })
  const plain = { a: 1, _meta: { mine: 2 } }
  expect(withoutEnvelope(plain)).toBe(plain)
})

const enveloped = (meta: object) => ({
  _meta: { [VERSION]: '2026-07-28', [CAPABILITIES]: {}, ...meta },
})

test('a client need not name itself, but if it does, with a name', () => {
  expect(readEnvelope(enveloped({}))).toEqual({ capabilities: {} })
  expect(() => readEnvelope(enveloped({ [INFO]: { version: '1' } }))).toThrow(INFO)
  expect(() => readEnvelope(enveloped({ [INFO]: 'c' }))).toThrow(INFO)
  expect(() => readEnvelope(enveloped({ [CAPABILITIES]: [] }))).toThrow(CAPABILITIES)
  expect(() => readEnvelope({})).toThrow(VERSION)
})

test("a subscription's notification loses its stamp alone", () => {
  const stamp = { 'io.modelcontextprotocol/subscriptionId': 's' }
  expect(withoutStamp({ uri: 'u', _meta: { ...stamp, mine: 1 } })).toEqual({
    uri: 'u',
    _meta: { mine: 1 },
  })
  expect(withoutStamp({ uri: 'u', _meta: stamp })).toEqual({ uri: 'u' })
  const plain = { uri: 'u' }
  expect(withoutStamp(plain)).toBe(plain)
})
