import { expect, test } from 'vitest'
import { accountsOf, figuresOf, missChance, rowsOf } from './accounts.js'
import type { CallEntry, LedgerEntry } from './ledger-entry.js'

const place = { entryPoint: 'stdio', client: 'claude-code', project: '/p', session: 's' } as const
const call = (at: number, more: Partial<CallEntry> = {}): CallEntry => ({
  kind: 'call',
  ...place,
  id: `call_${at}`,
  at,
  tool: 'read',
  raw: 1000,
  shown: 100,
  question: 5,
  prune: 'prn_A',
  what: 'f',
  ...more,
})
const recovered = (at: number, more: object = {}): LedgerEntry => ({
  kind: 'recovered',
  ...place,
  at,
  prune: 'prn_A',
  tokens: 30,
  ...more,
})
const charged = (...entries: LedgerEntry[]) =>
  accountsOf(entries).calls.map((account) => [account.at, account.recovered, account.again])

test('a recovery is charged to the last of the calls nearest to its caller', () => {
  expect(charged(call(1), call(2, { what: 'g' }), recovered(3))).toEqual([
    [1, 0, 0],
    [2, 30, 0],
  ])
  expect(charged(call(1), call(2, { session: 't', what: 'g' }), recovered(3))).toEqual([
    [1, 30, 0],
    [2, 0, 0],
  ])
  expect(
    charged(
      call(1, { project: '/q' }),
      call(2, { client: 'codex', what: 'g' }),
      recovered(3, { session: 'u' }),
    ),
  ).toEqual([
    [1, 30, 0],
    [2, 0, 0],
  ])
})

test('of two calls of one client that of the same project is the nearer', () => {
  const entries = [call(1, { session: 'a' }), call(2, { session: 'b', project: '/q', what: 'g' })]
  expect(charged(...entries, recovered(3, { session: 'c' }))).toEqual([
    [1, 30, 0],
    [2, 0, 0],
  ])
})

test('a recovery that two clients may have caused is charged to neither', () => {
  const entries = [call(1, { client: 'codex' }), call(2, { client: 'gemini' })]
  const asked = recovered(3, { session: 'u', client: 'opencode' })
  const { calls, others } = accountsOf([...entries, asked])
  expect(calls.map(({ recovered: tokens }) => tokens)).toEqual([0, 0])
  expect(others).toMatchObject([{ row: { tool: '(recovered)', recovered: 30 } }])
})

test('a call is repeated within twelve calls of its session', () => {
  const between = (count: number) =>
    Array.from({ length: count }, (_, i) => call(10 + i, { what: `other ${i}` }))
  expect(charged(call(1), ...between(11), call(50))[0]).toEqual([1, 0, 1000])
  expect(charged(call(1), ...between(12), call(50))[0]).toEqual([1, 0, 0])
  expect(charged(call(1), call(50, { session: 't' }))[0]).toEqual([1, 0, 0])
})

test('a repeat shares a line with what was cut; a call that was shown whole is not charged', () => {
  const first = call(1, { from: 10, to: 20 })
  expect(charged(first, call(2, { from: 20, to: 30 }))[0]).toEqual([1, 0, 1000])
  expect(charged(first, call(2, { from: 21, to: 30 }))[0]).toEqual([1, 0, 0])
  expect(charged(first, call(2, { to: 9 }))[0]).toEqual([1, 0, 0])
  expect(charged(first, call(2, { to: 10 }))[0]).toEqual([1, 0, 1000])
  const { prune: _, ...whole } = call(1, { shown: 1000 })
  expect(charged(whole, call(2))[0]).toEqual([1, 0, 0])
})

test('commands at a prompt belong together for half an hour in one project', () => {
  const shell = { entryPoint: 'shell', client: 'shell' } as const
  const first = call(1, { ...shell, session: '1' })
  const again = (at: number, project = '/p') => call(at, { ...shell, session: '2', project })
  expect(charged(first, again(1 + 30 * 60_000))[0]).toEqual([1, 0, 1000])
  expect(charged(first, again(2 + 30 * 60_000))[0]).toEqual([1, 0, 0])
  expect(charged(first, again(2, '/q'))[0]).toEqual([1, 0, 0])
})

test('entries are taken in the order of their times', () => {
  expect(charged(recovered(3), call(1))).toEqual([[1, 30, 0]])
})

const account = (more: object = {}) => ({ ...call(1), recovered: 0, again: 0, ...more })

test('a miss is expected by the engine’s own estimate, less what was charged already', () => {
  expect(missChance(undefined)).toBe(0)
  expect(missChance(1)).toBeCloseTo(0.632, 3)
  expect(figuresOf(account({ expectedMiss: 1 }))).toMatchObject({
    cut: 1,
    estimated: 1,
    needed: 0,
    expected: 569,
  })
  expect(figuresOf(account({ expectedMiss: 1, recovered: 300, again: 200 }))).toMatchObject({
    needed: 1,
    expected: 69,
  })
  expect(figuresOf(account({ expectedMiss: 1, recovered: 900 })).expected).toBe(0)
  expect(figuresOf(account({ expectedMiss: 1, prune: undefined }))).toMatchObject({
    cut: 0,
    estimated: 0,
    expected: 0,
  })
})

test('in the control group no repeat is the pruner’s fault', () => {
  expect(figuresOf(account({ held: true, again: 500 })).again).toBe(0)
  expect(figuresOf(account({ again: 500 })).again).toBe(500)
})

test('rows are by day, project, client, tool and server', () => {
  const entries = [call(1, { server: 'a' }), call(2, { server: 'b' }), call(3, { server: 'a' })]
  const rows = rowsOf(accountsOf([...entries, recovered(4, { prune: 'prn_B', tool: 'read' })]))
  expect(rows.map(({ server, calls, recovered: tokens }) => [server, calls, tokens])).toEqual([
    ['a', 2, 30],
    ['b', 1, 0],
  ])
})
