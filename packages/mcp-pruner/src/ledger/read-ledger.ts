// The whole current ledger, while others write to it.
import { readFileSync } from 'node:fs'
import { noFigures, type SumRow } from './figures.js'
import { type Arms, noArms } from './holdout.js'
import { entryOf, isCount, type LedgerEntry } from './ledger-entry.js'
import type { LedgerFile, LedgerFiles } from './ledger-files.js'

/** Sums of folded calls. */
export interface Sums {
  /** Ids of the files included here, which are skipped if they still exist. */
  readonly replaces: readonly string[]
  readonly rows: readonly SumRow[]
  readonly arms: Arms
}

export interface LedgerContents {
  readonly entries: readonly LedgerEntry[]
  readonly sums: readonly Sums[]
  /** Unreadable lines; the last of a file may be half written. */
  readonly damaged: number
  /** Unreadable sums files. */
  readonly damagedSums?: number
}

export function readLedger(files: LedgerFiles): LedgerContents {
  const found = files.list()
  const sums = readAllSums(files, found)
  const replaced = new Set([...sums.values()].flatMap(({ replaces }) => replaces))
  const entries: LedgerEntry[] = []
  let damaged = 0
  for (const file of found) {
    if (file.kind !== 'calls' || replaced.has(file.id)) continue
    damaged += readCalls(files, file, entries)
  }
  const damagedSums = found.filter(
    (file) => file.kind === 'sums' && !replaced.has(file.id) && !sums.has(file.id),
  ).length
  return { entries, sums: [...sums.values()], damaged, damagedSums }
}

/** By file id, without those that are part of another. */
export function readAllSums(
  files: LedgerFiles,
  found: readonly LedgerFile[],
): ReadonlyMap<string, Sums> {
  const all = new Map<string, Sums>()
  for (const file of found) {
    const sums = file.kind === 'sums' ? readSums(files, file) : undefined
    if (sums) all.set(file.id, sums)
  }
  for (const id of [...all.values()].flatMap(({ replaces }) => replaces)) all.delete(id)
  return all
}

/** Adds the file's entries to `into`, and returns how many lines could not be read. */
export function readCalls(files: LedgerFiles, file: LedgerFile, into: LedgerEntry[]): number {
  const lines = (readWhole(files, file) ?? '').split('\n')
  let damaged = 0
  lines.forEach((line, index) => {
    if (line === '') return
    const entry = entryOf(line)
    if (entry) into.push(entry)
    else if (index < lines.length - 1) damaged += 1
  })
  return damaged
}

/** `undefined` for an incomplete one: it would give only a part of the cost. */
function readSums(files: LedgerFiles, file: LedgerFile): Sums | undefined {
  try {
    // A file that is gone by now is part of another.
    const stored = JSON.parse(readWhole(files, file) ?? '{}') as Partial<Sums>
    const { replaces = [], arms = noArms() } = stored
    const rows = (stored.rows ?? []).map(completed)
    const isWhole =
      replaces.every((id) => typeof id === 'string') && rows.every(isRow) && areArms(arms)
    return isWhole ? { replaces, rows, arms } : undefined
  } catch {
    return undefined
  }
}

function isRow(row: SumRow): boolean {
  const { day, project, client, tool, server = '', ...figures } = row
  return (
    [day, project, client, tool, server].every((text) => typeof text === 'string') &&
    Object.keys(noFigures()).every((name) => isCount(figures[name as keyof typeof figures]))
  )
}

/** Sums of an older version lack the newer figures. */
const completed = (row: SumRow): SumRow => ({ ...noFigures(), ...row })

const areArms = ({ pruned, held }: Arms): boolean =>
  [pruned, held].every(({ calls, sessions }) =>
    [calls, sessions].every((moments) =>
      Object.keys(noArms().held.calls).every((name) =>
        Number.isFinite(moments[name as keyof typeof moments]),
      ),
    ),
  )

/** A file that was just taken over has another name and the same id. */
function readWhole(files: LedgerFiles, file: LedgerFile): string | undefined {
  let current: LedgerFile | undefined = file
  for (let tries = 0; tries < 10 && current; tries++) {
    try {
      return readFileSync(files.pathOf(current), 'utf8')
    } catch {
      current = files.list().find(({ id }) => id === file.id)
    }
  }
  return undefined
}
