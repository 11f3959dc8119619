import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noFigures } from './figures.js'
import { noArms } from './holdout.js'
import { LedgerFiles } from './ledger-files.js'
import { readLedger } from './read-ledger.js'

let files: LedgerFiles
beforeEach(() => {
  files = new LedgerFiles(mkdtempSync(join(tmpdir(), 'ledger-read-')))
})
afterEach(() => rmSync(files.folder, { recursive: true, force: true }))

const row = {
  ...noFigures(),
  day: '2026-01-02',
  project: 'p',
  client: 'c',
  tool: 't',
  calls: 3,
}
const addSums = (sums: unknown) => writeFileSync(files.newSums(), JSON.stringify(sums))

test('sums are read, and those of an older version are completed', () => {
  const { again: _, ...older } = row
  addSums({ replaces: ['x'], rows: [row, older] })
  expect(readLedger(files)).toEqual({
    entries: [],
    sums: [{ replaces: ['x'], rows: [row, row], arms: noArms() }],
    damaged: 0,
    damagedSums: 0,
  })
})

test.each([
  ['an id that is no text', { replaces: ['x', 1], rows: [row] }],
  ['a row without its day', { rows: [row, { ...row, day: undefined }] }],
  ['a row with a number as its tool', { rows: [{ ...row, tool: 1 }] }],
  ['a row with a wrong figure', { rows: [row, { ...row, raw: 'many' }] }],
  ['a row with a negative figure', { rows: [{ ...row, list: -1 }] }],
  ['arms that lack one', { rows: [row], arms: { pruned: noArms().pruned } }],
  [
    'arms that lack their sessions',
    { rows: [row], arms: { ...noArms(), held: { calls: noArms().held.calls, sessions: {} } } },
  ],
  [
    'arms with one wrong figure',
    {
      rows: [row],
      arms: {
        ...noArms(),
        pruned: { ...noArms().pruned, calls: { ...noArms().pruned.calls, n: null } },
      },
    },
  ],
])('sums with %s are left out and counted', (_, sums) => {
  addSums(sums)
  expect(readLedger(files)).toMatchObject({ sums: [], damagedSums: 1 })
})

test('sums that are part of others count once', () => {
  addSums({ rows: [row] })
  const [first] = files.list()
  addSums({ replaces: [first?.id], rows: [{ ...row, calls: 5 }] })
  const { sums, damagedSums } = readLedger(files)
  expect(sums.map(({ rows }) => rows.map(({ calls }) => calls))).toEqual([[5]])
  expect(damagedSums).toBe(0)
})

const line = JSON.stringify({
  kind: 'session',
  at: 1,
  session: 's',
  door: 'stdio',
  client: 'c',
  project: 'p',
  list: 9,
})

test('unreadable lines are counted, but for a last one, which may be half written', () => {
  files.append(`\n${line}\n{"kind":\n${line}\n{"half`)
  expect(readLedger(files)).toMatchObject({ entries: [{ list: 9 }, { list: 9 }], damaged: 1 })
})

test('calls that sums include are skipped', () => {
  files.append(`\n${line}`)
  const [calls] = files.list()
  addSums({ replaces: [calls?.id], rows: [row] })
  expect(readLedger(files).entries).toEqual([])
})
