// One artifact as the bytes of one file: file names and contents.
import { createHash, randomBytes } from 'node:crypto'
import type { ArtifactKey } from './store.js'

const MAGIC = Buffer.from('AXA2')
const FIXED_BYTES = MAGIC.length + 8 + 2
const ENTRY_NAME = /^[0-9a-f]{40}$/
const UNFINISHED = /^[0-9a-f]{40}\.(\d+)\.[0-9a-f]+(?:\.(\d+))?\.tmp$/
const ASIDE = /^([0-9a-f]{40})\.(\d+)\.[0-9a-f]+\.aside$/

/** Hashed, so that ids that differ only in letter case stay apart on every file system. */
export function fileNameOf(key: ArtifactKey): string {
  return createHash('sha256').update(`${key.domain}/${key.id}`).digest('hex').slice(0, 40)
}

export const isEntryName = (name: string): boolean => ENTRY_NAME.test(name)

/** States how long the file will be, so that whoever sums up the folder counts it before it is written. */
export const unfinishedName = (name: string, bytes: number): string =>
  `${name}.${process.pid}.${randomBytes(6).toString('hex')}.${bytes}.tmp`

export const asideName = (name: string): string =>
  `${name}.${process.pid}.${randomBytes(6).toString('hex')}.aside`

export function parseUnfinished(name: string): { pid: number; bytes: number } | undefined {
  const [, pid, bytes] = UNFINISHED.exec(name) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), bytes: Number(bytes ?? 0) }
}

export function parseAside(name: string): { entry: string; pid: number } | undefined {
  const [, entry, pid] = ASIDE.exec(name) ?? []
  return entry === undefined ? undefined : { entry, pid: Number(pid) }
}

export function encodeFile(key: ArtifactKey, ttlMs: number, packed: Buffer): Buffer {
  const name = Buffer.from(`${key.domain}/${key.id}`)
  const fixed = Buffer.alloc(FIXED_BYTES)
  MAGIC.copy(fixed)
  fixed.writeDoubleBE(ttlMs, MAGIC.length)
  fixed.writeUInt16BE(name.length, MAGIC.length + 8)
  return Buffer.concat([fixed, name, packed])
}

/** `undefined` if the bytes are not this key's file. */
export function decodeFile(
  key: ArtifactKey,
  bytes: Buffer,
): { readonly ttlMs: number; readonly packed: Buffer } | undefined {
  if (bytes.length < FIXED_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const end = FIXED_BYTES + bytes.readUInt16BE(MAGIC.length + 8)
  if (bytes.toString('latin1', FIXED_BYTES, end) !== `${key.domain}/${key.id}`) return undefined
  return { ttlMs: bytes.readDoubleBE(MAGIC.length), packed: bytes.subarray(end) }
}
