// Keeps the ledger within its limit: the oldest calls become daily sums.
import { rmSync } from 'node:fs'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { accountsOf, rowsOf } from './accounts.js'
import { addRow, type SumRow } from './figures.js'
import { addArms, armsOf, noArms } from './holdout.js'
import type { LedgerEntry } from './ledger-entry.js'
import { changedAt, type LedgerFile, type LedgerFiles } from './ledger-files.js'
import { readAllSums, readCalls } from './read-ledger.js'

/** 10 MB is the limit; files grow by 256 KB each between two checks, so there is some margin. */
const FOLD_ABOVE_BYTES = 7_500_000
const FOLD_TO_BYTES = 5_000_000
const MAX_ROWS = 8000

export interface FoldBounds {
  readonly aboveBytes: number
  readonly toBytes: number
}

export function foldLedger(
  files: LedgerFiles,
  { aboveBytes, toBytes }: FoldBounds = { aboveBytes: FOLD_ABOVE_BYTES, toBytes: FOLD_TO_BYTES },
): void {
  const all = files.list()
  let bytes = all.reduce((sum, file) => sum + files.bytesOf(file), 0)
  if (bytes <= aboveBytes) return
  const oldestFirst = all
    .map((file) => ({ file, changed: changedAt(files.pathOf(file)) }))
    .sort((a, b) => a.changed - b.changed)
  const taken: LedgerFile[] = []
  for (const { file } of oldestFirst) {
    if (file.kind === 'calls' && bytes <= toBytes) continue
    const mine = files.claim(file)
    if (!mine) continue
    taken.push(mine)
    if (mine.kind === 'calls') bytes -= files.bytesOf(mine)
  }
  try {
    if (taken.some(({ kind }) => kind === 'calls')) fold(files, taken)
  } finally {
    // Files that are gone by now are skipped.
    for (const file of taken) files.release(file)
  }
}

function fold(files: LedgerFiles, taken: readonly LedgerFile[]): void {
  files.removeLeftovers()
  const sumsById = readAllSums(files, files.list())
  const counted = new Set([...sumsById.values()].flatMap(({ replaces }) => replaces))
  const earlier = taken.flatMap(({ id }) => sumsById.get(id) ?? [])
  const rows = new Map<string, SumRow>()
  const arms = noArms()
  for (const sums of earlier) {
    for (const row of sums.rows) addRow(rows, row)
    addArms(arms, sums.arms)
  }
  const entries: LedgerEntry[] = []
  for (const file of taken) {
    if (file.kind === 'calls' && !counted.has(file.id)) readCalls(files, file, entries)
  }
  const accounts = accountsOf(entries)
  for (const row of rowsOf(accounts)) addRow(rows, row)
  addArms(arms, armsOf(accounts.calls))
  const gone = new Set(taken.map(({ id }) => id))
  const left = files.list().filter(({ id }) => counted.has(id) && !gone.has(id))
  const replaces = [...gone, ...left.map(({ id }) => id)]
  replaceFileSync(files.newSums(), JSON.stringify({ replaces, rows: boundRows(rows), arms }))
  for (const file of taken) rmSync(files.pathOf(file), { force: true })
}

/** Many projects over many years: the oldest days are summed by month, and then without their project. */
function boundRows(rows: ReadonlyMap<string, SumRow>): readonly SumRow[] {
  let bounded = [...rows.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
  const coarser: ((row: SumRow) => SumRow)[] = [
    (row) => ({ ...row, day: `${row.day.slice(0, 7)}-01` }),
    (row) => ({ ...row, project: '(older)' }),
    (row) => ({ ...row, day: `${row.day.slice(0, 4)}-01-01`, tool: '(older)', client: '(older)' }),
  ]
  for (const coarsen of coarser) {
    if (bounded.length <= MAX_ROWS) break
    const older = bounded.slice(0, -MAX_ROWS / 2)
    const merged = new Map<string, SumRow>()
    for (const row of older) addRow(merged, coarsen(row))
    bounded = [...merged.values(), ...bounded.slice(-MAX_ROWS / 2)]
  }
  return bounded
}
