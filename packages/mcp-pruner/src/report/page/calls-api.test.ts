import { memoryStore } from '@jeeves/mcp-runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '../../ledger/accounts.js'
import { createRecovery } from '../../store/recovery.js'
import { type CallsQuery, callDetail, callsPage, openCall, originOf } from './calls-api.js'

const TEXT = Array.from({ length: 60 }, (_, at) => `line ${at + 1} of the price list`).join('\n')
const QUERY: CallsQuery = {
  version: undefined,
  from: 0,
  search: '',
  only: '',
  client: '',
  project: '',
  model: '',
  tool: '',
}
let parts: Parameters<typeof callsPage>[0]
let accounts: Account[]
let prune: string

const account = (id: string, more: Partial<Account> = {}): Account => ({
  kind: 'call',
  at: 1000,
  id,
  entryPoint: 'stdio',
  session: 's',
  project: '/p',
  client: 'claude',
  tool: 'read',
  raw: 1000,
  shown: 100,
  question: 5,
  recovered: 0,
  again: 0,
  ...more,
})

beforeEach(async () => {
  const store = memoryStore({})
  const recovery = createRecovery(
    async () => store,
    () => {},
  )
  prune = (await recovery.keep(TEXT)) ?? ''
  accounts = [
    account('call_1', { prune, expectedMiss: 0.1 }),
    account('call_2', { client: 'codex', tool: 'bash', project: '/q', prune, recovered: 50 }),
    account('call_3', { prune, expectedMiss: 5, raw: 110, again: 400 }),
    account('call_4'),
  ]
  const note = { pruneId: prune, firstLine: 1, lineCount: 60, keptLines: [7], answer: 'line 7' }
  await recovery.keepNote('call_1', { ...note, question: 'Which is line 7?', what: 'prices.txt' })
  await recovery.keepNote('call_2', {
    ...note,
    question: 'token=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB',
    what: '{"pattern":"x","path":"src"}',
  })
  const ledger = {
    update: () => 'v1',
    get calls() {
      return accounts
    },
    find: (id: string) => accounts.find((each) => each.id === id),
  }
  const sessions = {
    models: () => new Map([['call_1', 'opus']]),
    afterTheCut: () => Promise.resolve(undefined),
  }
  parts = { ledger, recovery, isOn: true, sessions } as never
})

const page = async (more: Partial<CallsQuery> = {}) => {
  const found = await callsPage(parts, { ...QUERY, ...more })
  return 'calls' in found ? found : { ...found, calls: [], total: -1, choices: undefined }
}
const ids = async (more: Partial<CallsQuery>) => (await page(more)).calls.map(({ id }) => id)

describe('the list', () => {
  test('has what can be chosen, and what is known of each call', async () => {
    const { calls, total, choices } = await page()
    expect(total).toBe(4)
    expect(choices).toEqual({
      client: ['claude', 'codex'],
      project: ['/p', '/q'],
      model: ['opus'],
      tool: ['bash', 'read'],
    })
    expect(calls[0]).toMatchObject({
      id: 'call_1',
      question: 'Which is line 7?',
      what: 'prices.txt',
      model: 'opus',
      canOpen: true,
      isCut: true,
      isHeld: false,
    })
    expect(calls[3]).toMatchObject({ canOpen: false, isCut: false })
  })

  test.each([
    [{ client: 'codex' }, ['call_2']],
    [{ project: '/q' }, ['call_2']],
    [{ tool: 'bash' }, ['call_2']],
    [{ model: 'opus' }, ['call_1']],
    [{ only: 'misses' }, ['call_2', 'call_3']],
    [{ only: 'likely' }, ['call_3']],
    [{ only: 'cut' }, ['call_1', 'call_2', 'call_3']],
    [{ only: 'lost' }, ['call_3']],
    [{ only: 'gone' }, ['call_3']],
    [{ search: 'LINE 7' }, ['call_1']],
    [{ search: 'x in src' }, ['call_2']],
    [{ search: 'nothing' }, []],
    [{ search: 'read', client: 'claude' }, ['call_1', 'call_3', 'call_4']],
  ])('%j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
    expect((await page(query)).total).toBe(expected.length)
  })

  test('secrets are masked in it', async () => {
    expect(JSON.stringify(await page())).not.toContain('ghp_0123')
  })

  test('comes in pages of a hundred, and not again while nothing has changed', async () => {
    accounts = Array.from({ length: 150 }, (_, at) => account(`call_${at}`))
    expect((await page()).calls).toHaveLength(100)
    const { calls, total } = await page({ from: 100 })
    expect([calls[0]?.id, calls.length, total]).toEqual(['call_100', 50, 150])
    const found = await page({ search: 'read', from: 100 })
    expect([found.calls.length, found.total]).toEqual([50, 150])
    expect(await callsPage(parts, { ...QUERY, version: 'v1-1' })).toEqual({
      version: 'v1-1',
      unchanged: true,
    })
    expect(await callsPage(parts, { ...QUERY, version: 'v0-1' })).toHaveProperty('calls')
  })
})

describe('one call', () => {
  test('has its text, line by line, with those that were kept', async () => {
    const detail = await callDetail(parts, 'call_1', { showSecrets: false })
    expect(detail).toMatchObject({ question: 'Which is line 7?', answer: 'line 7' })
    expect(detail).not.toHaveProperty('isMasked')
    expect(detail).not.toHaveProperty('atPrice')
    expect(detail.text).toMatchObject({ firstLine: 1, kept: [[7, 7]] })
    expect(detail.text?.lines[6]).toBe('line 7 of the price list')
  })

  test('shows its secrets when asked to', async () => {
    const masked = await callDetail(parts, 'call_2', { showSecrets: false })
    expect(masked).toMatchObject({ isMasked: true, row: { what: 'x in src' } })
    expect(masked.question).not.toContain('ghp_0123')
    const shown = await callDetail(parts, 'call_2', { showSecrets: true })
    expect(shown.question).toContain('ghp_0123')
    expect(shown).not.toHaveProperty('isMasked')
  })

  test('can be cut at another price of a miss', async () => {
    const free = await callDetail(parts, 'call_1', { showSecrets: false, price: 0 })
    const dear = await callDetail(parts, 'call_1', { showSecrets: false, price: 1e6 })
    expect(free.atPrice?.tokens).toBeLessThan(dear.atPrice?.tokens ?? 0)
    expect(free.atPrice?.expectedMisses).toBeGreaterThanOrEqual(dear.atPrice?.expectedMisses ?? 0)
  })

  test('that the store no longer has is said', async () => {
    for (const id of ['call_4', 'call_9'])
      await expect(callDetail(parts, id, { showSecrets: false })).rejects.toThrow(
        'the store no longer has this call',
      )
  })

  test('of a part of a file has that part', async () => {
    const note = { question: 'q', pruneId: prune, firstLine: 10, lineCount: 3, answer: 'a' }
    await parts.recovery.keepNote('call_3', note)
    expect((await openCall(parts, 'call_3'))?.text?.split('\n')).toEqual([
      'line 10 of the price list',
      'line 11 of the price list',
      'line 12 of the price list',
    ])
  })
})

test('only a client’s own tools are asked implicitly', () => {
  expect(originOf(account('a', { entryPoint: 'native' }))).toBe('implicit')
  expect(originOf(account('a'))).toBe('explicit')
})
