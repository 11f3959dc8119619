// One artifact as one file: its name, its layout, and the file operations that stay correct while other
// processes work on the same folder.
import { createHash, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, open, rename, rm, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { holds, PACKED_HEADER_BYTES, type Prepared, unpack } from './packing.js'
import type { ArtifactKey } from './store.js'

const MAGIC = Buffer.from('AXA1')
const FIXED_BYTES = MAGIC.length + 8 + 2
const TEMP_SUFFIX = '.tmp'
const ENTRY_NAME = /^[0-9a-f]{40}$/

/** Hashed, so that ids that differ only in letter case stay apart on every file system. */
export function fileNameOf(key: ArtifactKey): string {
  return createHash('sha256').update(`${key.domain}/${key.id}`).digest('hex').slice(0, 40)
}

export const isEntryName = (name: string): boolean => ENTRY_NAME.test(name)
export const isTempName = (name: string): boolean => name.endsWith(TEMP_SUFFIX)

export function tempNameFor(name: string): string {
  return `${name}.${process.pid}.${randomBytes(6).toString('hex')}${TEMP_SUFFIX}`
}

export function encodeFile(key: ArtifactKey, ttlMs: number, packed: Buffer): Buffer {
  const name = Buffer.from(`${key.domain}/${key.id}`)
  const fixed = Buffer.alloc(FIXED_BYTES)
  MAGIC.copy(fixed)
  fixed.writeDoubleBE(ttlMs, MAGIC.length)
  fixed.writeUInt16BE(name.length, MAGIC.length + 8)
  return Buffer.concat([fixed, name, packed])
}

interface Decoded {
  readonly ttlMs: number
  readonly packed: Buffer
}

/** `undefined` when the bytes are not this key's file. */
function decode(key: ArtifactKey, bytes: Buffer): Decoded | undefined {
  if (bytes.length < FIXED_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const end = FIXED_BYTES + bytes.readUInt16BE(MAGIC.length + 8)
  if (bytes.toString('latin1', FIXED_BYTES, end) !== `${key.domain}/${key.id}`) return undefined
  return { ttlMs: bytes.readDoubleBE(MAGIC.length), packed: bytes.subarray(end) }
}

export interface ReadEntry {
  readonly stats: Stats
  /** Absent when the file is damaged. */
  readonly text?: string
  readonly ttlMs: number
}

/** `undefined` when there is no such file. */
export async function readEntry(path: string, key: ArtifactKey): Promise<ReadEntry | undefined> {
  const file = await orMissing(open(path, 'r'))
  if (file === undefined) return undefined
  try {
    const stats = await file.stat()
    const decoded = decode(key, await file.readFile())
    const text = decoded && (await unpack(decoded.packed))
    return text === undefined ? { stats, ttlMs: 0 } : { stats, text, ttlMs: decoded?.ttlMs ?? 0 }
  } finally {
    await file.close()
  }
}

/** Whether the file already holds this text for as long; only its header is read. */
export async function alreadyHolds(
  path: string,
  key: ArtifactKey,
  ttlMs: number,
  prepared: Prepared,
): Promise<Stats | undefined> {
  const file = await orMissing(open(path, 'r'))
  if (file === undefined) return undefined
  try {
    const wanted = FIXED_BYTES + key.domain.length + 1 + key.id.length + PACKED_HEADER_BYTES
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, 0)
    const decoded = decode(key, buffer.subarray(0, bytesRead))
    const same = decoded?.ttlMs === ttlMs && holds(decoded.packed, prepared)
    return same ? await file.stat() : undefined
  } finally {
    await file.close()
  }
}

/** Readers see the old file or the new one, never a part. Nothing is left behind when it fails. */
export async function writeAtomically(
  folder: string,
  name: string,
  bytes: Buffer,
  expiresAt: number,
): Promise<void> {
  const temp = join(folder, tempNameFor(name))
  try {
    const file = await open(temp, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.utimes(new Date(), new Date(expiresAt))
    } finally {
      await file.close()
    }
    await rename(temp, join(folder, name))
  } catch (error) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw error
  }
}

/** False when the file is gone: the caller must not believe it renewed. */
export async function renew(path: string, expiresAt: number): Promise<boolean> {
  return (await orMissing(utimes(path, new Date(), new Date(expiresAt)).then(() => true))) ?? false
}

/**
 * Removes a file that is still as it was judged. It is moved aside before it is looked at again, so
 * that an entry which another process renews or replaces in between is put back, not lost.
 */
export async function removeIf(
  folder: string,
  name: string,
  stillUnwanted: (stats: Stats) => boolean,
): Promise<boolean> {
  const path = join(folder, name)
  const aside = join(folder, tempNameFor(name))
  const moved = await orMissing(rename(path, aside).then(() => true))
  if (moved === undefined) return false
  const unwanted = stillUnwanted(await stat(aside))
  if (!unwanted) await link(aside, path).catch(() => undefined)
  await unlink(aside)
  return unwanted
}

export async function orMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
