import { expect, test } from 'vitest'
import {
  addFigures,
  addRow,
  dayOf,
  expectedNetOf,
  netOf,
  noFigures,
  type SumRow,
} from './figures.js'
import { entryOf, isCount, type LedgerEntry, lineOf } from './ledger-entry.js'

const origin = { at: 5, session: 's', entryPoint: 'stdio', client: 'c', project: '/p' } as const
const call: LedgerEntry = {
  ...origin,
  kind: 'call',
  id: 'i',
  tool: 'read',
  raw: 100,
  shown: 40,
  question: 5,
}

test.each<LedgerEntry>([
  call,
  { ...call, server: 'github', expectedMiss: 0.5 },
  { ...origin, kind: 'session', list: 800 },
  { ...origin, kind: 'recovered', prune: 'prn_1', tokens: 3 },
])('a line of %j is read back', (entry) => {
  const line = lineOf(entry)
  expect(line.startsWith('\n{')).toBe(true)
  expect(entryOf(line)).toEqual(entry)
})

test.each([
  ['no JSON', '{"kind":"call"'],
  ['null', 'null'],
  ['of another kind', JSON.stringify({ ...call, kind: 'other' })],
  ['without a figure', JSON.stringify({ ...call, shown: undefined })],
  ['with a negative figure', JSON.stringify({ ...call, raw: -1 })],
  ['with a text as a figure', JSON.stringify({ ...call, raw: '1' })],
  ['without its tool', JSON.stringify({ ...call, tool: undefined })],
  ['without its time', JSON.stringify({ ...call, at: undefined })],
  ['with a number as its server', JSON.stringify({ ...call, server: 1 })],
  ['with a wrong estimate', JSON.stringify({ ...call, expectedMiss: 'x' })],
  ['of a kind that objects have', JSON.stringify({ ...call, kind: 'constructor' })],
])('a line %s is none', (_, line) => {
  expect(entryOf(line)).toBeUndefined()
})

test('long names are shortened, so that a line is written at once', () => {
  const long = 'x'.repeat(5000)
  const read = entryOf(lineOf({ ...call, client: long, project: long, tool: long }))
  expect(read).toMatchObject({ client: 'x'.repeat(100), project: 'x'.repeat(1000) })
  expect(read).toMatchObject({ tool: 'x'.repeat(200) })
})

test('a count is a number from nothing to the last date', () => {
  expect([0, 8.64e15].map(isCount)).toEqual([true, true])
  expect([-1, 8.64e15 + 2, Number.NaN, '1', undefined].map(isCount)).toEqual(
    Array.from({ length: 5 }, () => false),
  )
})

test('what is saved is less what was shown, asked, recovered, repeated and listed', () => {
  const figures = { raw: 1000, shown: 100, question: 20, recovered: 30, again: 4, list: 5 }
  expect(netOf(figures)).toBe(841)
  expect(expectedNetOf({ ...noFigures(), ...figures, expected: 41 })).toBe(800)
})

test('rows of one day, project, client, tool and server are one', () => {
  const rows = new Map<string, SumRow>()
  const row = { ...noFigures(), day: '2026-01-02', project: 'p', client: 'c', tool: 't' }
  addRow(rows, { ...row, calls: 1, raw: 10 })
  addRow(rows, { ...row, calls: 2, raw: 5 })
  addRow(rows, { ...row, calls: 4, server: 's' })
  addRow(rows, { ...row, calls: 8, day: '2026-01-03' })
  expect([...rows.values()].map(({ calls, raw }) => [calls, raw])).toEqual([
    [3, 15],
    [4, 0],
    [8, 0],
  ])
})

test('figures are added name by name', () => {
  const sum = { ...noFigures(), calls: 1 }
  addFigures(sum, { calls: 2, raw: 3 })
  expect(sum).toEqual({ ...noFigures(), calls: 3, raw: 3 })
  expect(noFigures().calls).toBe(0)
})

test('a day is that of this machine', () => {
  expect(dayOf(new Date(2026, 0, 2, 23, 59).getTime())).toBe('2026-01-02')
  expect(dayOf(new Date(2026, 10, 30).getTime())).toBe('2026-11-30')
})
