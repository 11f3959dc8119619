// File operations that stay correct while other processes work on the same folder, and when this one is
// killed in the middle. A file's modification time is its expiry and its access time its last
// use, so both are known without opening it.
//
// Nothing is flushed to the disk: an entry survives any process, but not a power cut in the seconds after it
// was written. A file that a power cut left torn is recognised by its hash and is a miss.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  utimesSync,
} from 'node:fs'
import { link, lstat, unlink } from 'node:fs/promises'
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
  const file = readRegularFile(path)
  if (!file) return undefined
  const { stats, bytes } = file
  const decoded = decodeFile(key, bytes)
  const text = decoded && (await unpack(decoded.packed))
  return text === undefined ? { stats, ttlMs: 0 } : { stats, text, ttlMs: decoded?.ttlMs ?? 0 }
}

export type StoredEntry =
  | { readonly state: 'same'; readonly stats: Stats; readonly ttlMs: number }
  | { readonly state: 'damaged' | 'other' | 'missing' }

/** Whether the file contains this text, every byte of it. A header alone may precede a damaged text. */
export function compareEntry(path: string, key: ArtifactKey, prepared: Prepared): StoredEntry {
  const file = readRegularFile(path)
  if (!file) return { state: 'missing' }
  const decoded = decodeFile(key, file.bytes)
  if (decoded === undefined) return { state: 'damaged' }
  const state = comparePacked(decoded.packed, prepared)
  return state === 'same' ? { state, stats: file.stats, ttlMs: decoded.ttlMs } : { state }
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
export function renew(path: string, { usedAt, expiresAt }: EntryTimes): boolean {
  try {
    utimesSync(path, new Date(usedAt), new Date(expiresAt))
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
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

/**
 * `undefined` when there is nothing of that name, or nothing that is a file. Not in Node's pool: the file is usually in
 * memory, and six hand-overs to other threads take longer than reading it, most of all on a busy machine.
 */
function readRegularFile(
  path: string,
): { readonly stats: Stats; readonly bytes: Buffer } | undefined {
  const file = openedFile(path)
  if (file === undefined) return undefined
  try {
    const stats = fstatSync(file)
    return stats.isFile() ? { stats, bytes: readFileSync(file) } : undefined
  } finally {
    closeSync(file)
  }
}

function openedFile(path: string): number | undefined {
  try {
    return openSync(path, READ_FLAGS)
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENXIO'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
}
