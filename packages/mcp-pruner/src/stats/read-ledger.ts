// The whole ledger as it stands, while others write to it.
import { readFileSync } from 'node:fs'
import type { SumRow } from './figures.js'
import { type Arms, noArms } from './holdout.js'
import { entryOf, type LedgerEntry } from './ledger-entry.js'
import type { LedgerFile, LedgerFiles } from './ledger-files.js'

/** What is left of calls that were folded. */
export interface Sums {
  /** Ids of the files that are in here, and are to be passed over if they are still there. */
  readonly replaces: readonly string[]
  readonly rows: readonly SumRow[]
  readonly arms: Arms
}

export interface LedgerContents {
  readonly entries: readonly LedgerEntry[]
  readonly sums: readonly Sums[]
  /** Lines that could not be read; the last of a file may just be on its way. */
  readonly damaged: number
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
  return { entries, sums: [...sums.values()], damaged }
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

/** Adds the file's entries to `into`, and says how many lines could not be read. */
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

function readSums(files: LedgerFiles, file: LedgerFile): Sums | undefined {
  try {
    const {
      replaces = [],
      rows = [],
      arms = noArms(),
    } = JSON.parse(readWhole(files, file) ?? '{}') as Partial<Sums>
    return { replaces, rows, arms }
  } catch {
    return undefined
  }
}

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
