// Reads the store's folder: finds the entries, removes expired and half-written files, restores what
// a killed process had moved aside. One odd file of any kind is left alone and does not stop it.
import type { Stats } from 'node:fs'
import { lstat, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../files/index.js'
import { orMissing, putBack, removeIf } from './disk-file.js'
import { isEntryName, parseAside, parseUnfinished } from './disk-layout.js'
import type { OnStoreNotice } from './store.js'

/** A writer that takes longer than this has died or hangs. */
const UNFINISHED_MS = 600_000
/** The writer's process is gone; or it runs on another machine, and will try again. */
const ORPHANED_MS = 10_000
/** Few enough that a scan does not delay other file work of the process. */
const STATS_AT_ONCE = 4

export interface FoundEntry {
  readonly name: string
  readonly stats: Stats
}

export interface ScanOptions {
  readonly now: number
  /** What expired before this time is removed. */
  readonly removeExpiredBefore: number
  readonly onOdd: (name: string, reason: string) => void
}

export interface Scanned {
  /** Longest unused first. */
  readonly entries: readonly FoundEntry[]
  /** Of files being written. */
  readonly unfinishedBytes: number
}

export async function scanFolder(folder: string, options: ScanOptions): Promise<Scanned> {
  const names = (await orMissing(readdir(folder))) ?? []
  const entries: FoundEntry[] = []
  let unfinishedBytes = 0
  const inspect = async (name: string) => {
    try {
      const found = await inspectOne(folder, name, options)
      if (typeof found === 'number') unfinishedBytes += found
      else if (found !== undefined) entries.push({ name, stats: found })
    } catch (error) {
      options.onOdd(name, error instanceof Error ? error.message : String(error))
    }
  }
  await restoreAsides(folder, names)
  for (let i = 0; i < names.length; i += STATS_AT_ONCE) {
    await Promise.all(names.slice(i, i + STATS_AT_ONCE).map(inspect))
  }
  // A time in the future comes from a wrong clock: such an entry is not younger than those used now.
  const usedAt = ({ stats }: FoundEntry) => Math.min(stats.atimeMs, options.now)
  entries.sort((a, b) => usedAt(a) - usedAt(b))
  return { entries, unfinishedBytes }
}

/** True when something was restored. */
export async function restoreAsides(
  folder: string,
  names: readonly string[] | undefined,
): Promise<boolean> {
  let any = false
  for (const name of names ?? (await orMissing(readdir(folder))) ?? []) {
    if (parseAside(name) !== undefined && (await putBack(folder, name))) any = true
  }
  return any
}

/** An entry's stats, the bytes of a file being written, or `undefined` for what does not count. */
async function inspectOne(
  folder: string,
  name: string,
  { now, removeExpiredBefore, onOdd }: ScanOptions,
): Promise<Stats | number | undefined> {
  const unfinished = parseUnfinished(name)
  if (unfinished === undefined && !isEntryName(name)) return undefined
  const path = join(folder, name)
  const stats = await orMissing(lstat(path))
  if (stats === undefined) return undefined
  if (!stats.isFile()) {
    onOdd(name, 'not a regular file')
    return undefined
  }
  if (unfinished !== undefined) {
    const age = now - stats.ctimeMs
    const isDead = age > UNFINISHED_MS || (age > ORPHANED_MS && !isAlive(unfinished.pid))
    if (isDead) await orMissing(unlink(path))
    // This process counts its own when they are complete.
    return isDead || unfinished.pid === process.pid ? undefined : unfinished.bytes
  }
  if (stats.mtimeMs > removeExpiredBefore) return stats
  await removeIf(folder, name, ({ mtimeMs }) => mtimeMs <= removeExpiredBefore)
  return undefined
}

/** Reports each odd file once. */
export function onceEach(onNotice: OnStoreNotice): (name: string, reason: string) => void {
  const reported = new Set<string>()
  return (name, reason) => {
    if (reported.has(name) || reported.size > 1000) return
    reported.add(name)
    onNotice({ event: 'store.skipped', name, reason })
  }
}
