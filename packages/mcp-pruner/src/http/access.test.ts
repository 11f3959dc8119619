import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { callerOf, isLoopbackHost, refusalOf } from './access.js'

const LOCAL = { token: undefined, loopbackOnly: true, allowedHosts: new Set(['pruner.lan']) }
const codeOf = (headers: IncomingHttpHeaders, policy: object = {}, needsToken = true) =>
  refusalOf(headers, { ...LOCAL, ...policy }, needsToken)?.code

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['127.evil.example', false],
  ['128.0.0.1', false],
  ['localhost.evil.example', false],
])('whether %s is this machine: %s', (host, is) => {
  expect(isLoopbackHost(host)).toBe(is)
})

test.each([
  ['localhost:8000', undefined],
  ['[::1]:8000', undefined],
  ['PRUNER.lan', undefined],
  ['10.0.0.7', 'host_not_allowed'],
  ['evil.example', 'host_not_allowed'],
  ['localhost:8000@evil.example', 'host_not_allowed'],
  ['', 'host_not_allowed'],
  [undefined, 'host_not_allowed'],
])('bound to loopback, the host %s is answered with %s', (host, code) => {
  expect(codeOf({ host })).toBe(code)
})

test('bound to all addresses, an address is a host and a name is not', () => {
  const open = { loopbackOnly: false }
  expect(codeOf({ host: '10.0.0.7:80' }, open)).toBeUndefined()
  expect(codeOf({ host: '[fe80::1]' }, open)).toBeUndefined()
  expect(codeOf({ host: 'evil.example' }, open)).toBe('host_not_allowed')
})

test.each([
  ['http://localhost:5173', undefined],
  ['https://pruner.lan', undefined],
  ['https://evil.example', 'origin_not_allowed'],
  ['http://10.0.0.7', 'origin_not_allowed'],
  ['file://localhost', 'origin_not_allowed'],
  ['null', 'origin_not_allowed'],
])('a page of %s is answered with %s', (origin, code) => {
  expect(codeOf({ host: 'localhost', origin })).toBe(code)
})

const TOKEN = 'a-token-of-20-letters'
const CALLERS = [
  { name: 'ann', token: 'the-token-of-ann-1' },
  { name: 'ben', token: 'the-token-of-ben-2' },
]

test('a token is asked for where one is set, unless the route needs none', () => {
  const host = 'localhost'
  expect(codeOf({ host }, { token: TOKEN })).toBe('token_required')
  expect(codeOf({ host }, { callers: CALLERS })).toBe('token_required')
  expect(codeOf({ host }, { token: TOKEN }, false)).toBeUndefined()
  expect(codeOf({ host, authorization: `Bearer ${TOKEN}` }, { token: TOKEN })).toBeUndefined()
  expect(codeOf({ host, authorization: `bearer  ${TOKEN}` }, { token: TOKEN })).toBeUndefined()
  expect(codeOf({ host, authorization: TOKEN }, { token: TOKEN })).toBe('token_required')
  expect(codeOf({ host, authorization: `Bearer ${TOKEN}x` }, { token: TOKEN })).toBe(
    'token_required',
  )
})

test('a caller is known by its own token', () => {
  const policy = { ...LOCAL, token: TOKEN, callers: CALLERS }
  const nameOf = (token: string) => callerOf({ authorization: `Bearer ${token}` }, policy)
  expect(nameOf('the-token-of-ben-2')).toMatchObject({ name: 'ben' })
  expect(nameOf('the-token-of-ann-1')).toMatchObject({ name: 'ann' })
  expect(nameOf(TOKEN)).toMatchObject({ name: undefined })
  expect(nameOf('the-token-of-nobody')).toBeUndefined()
})
