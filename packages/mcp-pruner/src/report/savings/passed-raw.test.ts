import { expect, test } from 'vitest'
import type { Account } from '../../ledger/accounts.js'
import { passedRaw } from './passed-raw.js'

const call = (over: Partial<Account>): Account => ({
  kind: 'call',
  id: 'call_1',
  at: 1,
  session: 's',
  entryPoint: 'stdio',
  client: 'claude-code',
  project: '/p',
  tool: 'read',
  raw: 4000,
  shown: 4000,
  question: 0,
  recovered: 0,
  again: 0,
  ...over,
})
const cut = { prune: 'prn_1', shown: 400, question: 20, recovered: 180, again: 400 }

test('long outputs without a question could be cut as much as that tool’s others', () => {
  const calls = [call(cut), call({}), call({ raw: 6000, shown: 6000 })]
  // A cut output of 4,000 tokens cost 1,000 in the end.
  expect(passedRaw(calls)).toEqual([
    { tool: 'read', calls: 2, tokens: 10_000, why: 'nothing asked', couldSave: 7500 },
  ])
})

test('short ones, those with a question and the control group save nothing, with the reason', () => {
  const calls = [
    call({ ...cut, tool: 'bash' }),
    call({ tool: 'bash', raw: 900, shown: 900 }),
    call({ tool: 'grep', question: 30 }),
    call({ tool: 'read', question: 30, held: true }),
    call({ tool: 'prune', client: 'shell' }),
  ]
  expect(passedRaw(calls)).toEqual([
    { tool: 'grep', calls: 1, tokens: 4000, why: 'too little to gain', couldSave: 0 },
    { tool: 'read', calls: 1, tokens: 4000, why: 'held out', couldSave: 0 },
    { tool: 'bash', calls: 1, tokens: 900, why: 'short', couldSave: 0 },
  ])
})
