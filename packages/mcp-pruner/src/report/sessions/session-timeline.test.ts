// The net saving of a pruned session, counted by hand at the prices of claude-sonnet-5: a million tokens cost $2 as
// input, $10 as output, $0.20 read from the cache and $2.50 written to it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PUBLISHED_PRICES } from '../prices/published-prices.js'
import { expectedNetMoney, netMoney } from './money-sums.js'
import { type KnownCut, readTimeline } from './session-timeline.js'

const ID = `prn_${'0'.repeat(26)}`
const CUT: KnownCut = {
  id: 'call_1',
  tool: 'read',
  tokens: 1000,
  question: 20,
  recovered: 100,
  again: 0,
  expected: 50,
  missChance: 0.2,
  session: 's',
  list: 700,
}

const said = (minute: number, cached: number, written: number, input: number, tool?: object) => ({
  type: 'assistant',
  timestamp: `2026-11-10T09:0${minute}:00.000Z`,
  message: {
    id: `m${minute}`,
    role: 'assistant',
    model: 'claude-sonnet-5',
    content: [{ type: 'text', text: 'I look.' }, ...(tool ? [{ type: 'tool_use', ...tool }] : [])],
    usage: {
      input_tokens: input,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: written,
      output_tokens: 60,
    },
  },
})

const got = (minute: number, id: string, content: string) => ({
  type: 'user',
  timestamp: `2026-11-10T09:0${minute}:30.000Z`,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
})

const READ = { name: 'mcp__pruner__read', input: { file_path: '/p/big.ts' } }
const RECOVER = { name: 'mcp__pruner__recover_text', input: { prune_id: ID } }

async function timelineOf(lines: readonly object[], asked: (string | undefined)[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'timeline-'))
  try {
    const file = join(folder, 's.jsonl')
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const known = (id: string, at: string | undefined) => {
      asked.push(at)
      return id === ID ? CUT : undefined
    }
    return await readTimeline({ client: 'claude', file }, known, PUBLISHED_PRICES)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the saving is net of recoveries, questions and the tool list, each in its place', async () => {
  const asked: (string | undefined)[] = []
  const { money, byDay } = await timelineOf(
    [
      said(0, 0, 9000, 10, { id: 'a', ...READ }),
      got(0, 'a', `kept\n(${ID})`),
      said(1, 9010, 400, 5, { id: 'b', ...RECOVER }),
      got(1, 'b', 'more'),
      said(2, 9415, 300, 5),
    ],
    asked,
  )
  // From position 9,070 on: written to the cache by the second request, read from it by the third.
  expect(money.cut).toBeCloseTo(1000 * 2.7e-6, 9)
  // Written by the model, then carried.
  expect(money.question).toBeCloseTo(20 * (10e-6 + 2.7e-6), 9)
  // The text, and one more request: 9,415 tokens from the cache and a call of 100.
  expect(money.recovered).toBeCloseTo(100 * 2.7e-6 + 9415 * 0.2e-6 + 100 * 10e-6, 9)
  // In all three requests, of which the first wrote it to the cache.
  expect(money.list).toBeCloseTo(700 * 2.9e-6, 9)
  expect(money.again).toBe(0)
  expect(netMoney(money)).toBeCloseTo(-0.002737, 9)
  expect(expectedNetMoney(money)).toBeCloseTo(-0.002737 - 50 * 2.7e-6, 9)
  expect(Object.keys(byDay)).toEqual(['2026-11-10'])
  // The same text has the same id in every session, so the time of the call says which cut it was.
  expect(asked).toEqual(['2026-11-10T09:00:00.000Z'])
})

test('a file that is read again soon after its cut is marked', async () => {
  const { marks, again, recovered } = await timelineOf([
    said(0, 0, 9000, 10, { id: 'a', ...READ }),
    got(0, 'a', `kept\n(${ID})`),
    said(1, 9010, 400, 5, { id: 'b', name: 'Read', input: { file_path: '/p/other.ts' } }),
    got(1, 'b', 'other'),
    said(2, 9415, 300, 5, { id: 'c', name: 'Read', input: { file_path: '/p/big.ts' } }),
    got(2, 'c', 'all of it'),
    said(3, 9715, 300, 5),
  ])
  expect(marks.map(({ kind, turn, tool }) => [kind, turn, tool])).toEqual([
    ['cut', 1, 'read'],
    ['again', 3, 'Read'],
  ])
  expect([again, recovered]).toEqual([1, 0])
})
