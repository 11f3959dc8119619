// File operations that stay correct while other processes work on the same folder, and when this one is
// killed in the middle. A file's modification time is its expiry and its access time its last
// use, so both are known without opening it.
//
// Nothing is flushed to the disk: an entry survives any process, but not a power cut in the seconds after it
// was written. A file that a power cut left torn is recognised by its hash and is a miss.
import { constants, type Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive, moveFile, replaceFile } from '../files/index.js'
import { asideName, decodeFile, parseAside, unfinishedName } from './disk-layout.js'
import type { Prepared } from './fingerprint.js'
import { comparePacked, unpack } from './packing.js'
import type { ArtifactKey } from './store.js'

/** A FIFO must not block the open, and a link leads elsewhere. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
/** A process that moved a file aside this long ago will not return for it. */
const ASIDE_LEFTOVER_MS = 10_000

export interface ReadEntry {
  readonly stats: Stats
  /** Absent when the file is damaged. */
  readonly text?: string
  readonly ttlMs: number
}

/** `undefined` when there is no such file. */
export async function readEntry(path: string, key: ArtifactKey): Promise<ReadEntry | undefined> {
  return withRegularFile(path, async (file, stats) => {
    const decoded = decodeFile(key, await file.readFile())
    const text = decoded && (await unpack(decoded.packed))
    return text === undefined ? { stats, ttlMs: 0 } : { stats, text, ttlMs: decoded?.ttlMs ?? 0 }
  })
}

export type StoredEntry =
  | { readonly state: 'same'; readonly stats: Stats; readonly ttlMs: number }
  | { readonly state: 'damaged' | 'other' | 'missing' }

/** Whether the file contains this text, every byte of it. A header alone may precede a damaged text. */
export async function compareEntry(
  path: string,
  key: ArtifactKey,
  prepared: Prepared,
): Promise<StoredEntry> {
  const stored = await withRegularFile<StoredEntry>(path, async (file, stats) => {
    const decoded = decodeFile(key, await file.readFile())
    if (decoded === undefined) return { state: 'damaged' }
    const state = comparePacked(decoded.packed, prepared)
    return state === 'same' ? { state, stats, ttlMs: decoded.ttlMs } : { state }
  })
  return stored ?? { state: 'missing' }
}

export interface EntryTimes {
  readonly usedAt: number
  readonly expiresAt: number
}

/** Readers see the old file or the new one, never a part. Nothing is left behind when it fails. */
export async function writeAtomically(
  folder: string,
  name: string,
  bytes: Buffer,
  times: EntryTimes,
): Promise<void> {
  const temporaryName = unfinishedName(name, bytes.length)
  await replaceFile(join(folder, name), bytes, { temporaryName, times, overAnything: true })
}

/** False when the file is gone: then it was not renewed. */
export async function renew(path: string, { usedAt, expiresAt }: EntryTimes): Promise<boolean> {
  const renewed = utimes(path, new Date(usedAt), new Date(expiresAt)).then(() => true)
  return (await orMissing(renewed)) ?? false
}

/**
 * Removes a file that is unchanged since it was judged. It is moved aside before it is checked again, so
 * that an entry which another process renews or replaces in between is restored, not lost.
 */
export async function removeIf(
  folder: string,
  name: string,
  stillUnwanted: (stats: Stats) => boolean,
): Promise<boolean> {
  const path = join(folder, name)
  const aside = join(folder, asideName(name))
  const moved = await orMissing(moveFile(path, aside).then(() => true))
  if (moved === undefined) return false
  const stats = await orMissing(lstat(aside))
  const unwanted = stats !== undefined && stillUnwanted(stats)
  if (!unwanted) await link(aside, path).catch(() => undefined)
  await orMissing(unlink(aside))
  return unwanted
}

/** Restores what a process moved aside before it died. False if it may still be running. */
export async function putBack(folder: string, aside: string): Promise<boolean> {
  const { entry, pid } = parseAside(aside) ?? {}
  if (entry === undefined || pid === undefined) return false
  const path = join(folder, aside)
  const stats = await orMissing(lstat(path))
  if (stats === undefined) return false
  if (isAlive(pid) && stats.ctimeMs > Date.now() - ASIDE_LEFTOVER_MS) return false
  await link(path, join(folder, entry)).catch(() => undefined)
  await orMissing(unlink(path))
  return true
}

export async function orMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** `undefined` when there is nothing of that name, or nothing that is a file. */
async function withRegularFile<T>(
  path: string,
  use: (file: FileHandle, stats: Stats) => Promise<T>,
): Promise<T | undefined> {
  const file = await open(path, READ_FLAGS).catch((error: unknown) => {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes(codeOf(error) ?? '')) return undefined
    throw error
  })
  if (file === undefined) return undefined
  try {
    const stats = await file.stat()
    return stats.isFile() ? await use(file, stats) : undefined
  } finally {
    await file.close()
  }
}
