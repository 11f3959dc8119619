// The only way in which the product writes files. A new file is created exclusively, without following a link, in
// the real path of its folder, and renamed into place: readers find the old file or the new one, and nobody who
// plants a link or a file beforehand decides where the bytes go. A test fails on any other code that writes.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { link, lstat, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removeAbandoned } from './remove-abandoned.js'

const { O_APPEND, O_CREAT, O_EXCL, O_TRUNC, O_WRONLY } = constants
/** Windows has none; creating a link there needs rights that a guest does not have. */
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0
const NEW_FILE = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
const FOR_THE_USER = 0o600

type Content = string | Uint8Array

export function replaceFileSync(path: string, content: Content, mode = FOR_THE_USER): void {
  const target = join(realpathSync(dirname(path)), basename(path))
  refuseUnlessPlain(target, lstatSync(target, { throwIfNoEntry: false }))
  const temporary = `${target}${temporaryEnding()}`
  try {
    const file = openSync(temporary, NEW_FILE, mode)
    try {
      // The umask must not remove requested permissions.
      fchmodSync(file, mode)
      writeFileSync(file, content)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  removeAbandoned(target)
}

export interface ReplaceOptions {
  /** In the same folder; identifies what a killed process has left. */
  readonly temporaryName?: string
  /** A link or a pipe of that name is removed, unread and unfollowed; for a folder that contains only our files. */
  readonly overAnything?: boolean
  readonly times?: { readonly usedAt: number; readonly expiresAt: number }
}

export async function replaceFile(
  path: string,
  content: Content,
  options: ReplaceOptions = {},
): Promise<void> {
  const folder = await realpath(dirname(path))
  const target = join(folder, basename(path))
  const { temporaryName = `${basename(path)}${temporaryEnding()}`, times } = options
  if (options.overAnything !== true) {
    refuseUnlessPlain(target, await lstat(target).catch(() => undefined))
  }
  const temporary = join(folder, temporaryName)
  try {
    await fillNewFile(temporary, content, times)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}

/** `EEXIST` if something of that name exists; nobody ever reads a part of it. */
export async function createFile(path: string, content: Content): Promise<void> {
  const folder = await realpath(dirname(path))
  const target = join(folder, basename(path))
  const temporary = `${target}${temporaryEnding()}`
  try {
    await fillNewFile(temporary, content)
    await link(temporary, target)
  } catch (error) {
    // Some file systems have no hard links.
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    await fillNewFile(target, content)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

async function fillNewFile(
  path: string,
  content: Content,
  times?: ReplaceOptions['times'],
): Promise<void> {
  const file = await open(path, NEW_FILE, FOR_THE_USER)
  try {
    await file.writeFile(content)
    if (times) await file.utimes(new Date(times.usedAt), new Date(times.expiresAt))
  } finally {
    await file.close()
  }
}

/** Whole, in one write. `new`: creates it; `there`: `ENOENT` when it is gone, never recreated. */
export function appendSync(path: string, text: string, to: 'new' | 'there'): void {
  const flags = to === 'new' ? NEW_FILE | O_APPEND : O_WRONLY | O_APPEND | O_NOFOLLOW
  const file = openSync(path, flags, FOR_THE_USER)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

/** Created if it does not exist. */
export async function appendBytes(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, FOR_THE_USER)
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

export async function emptyFile(path: string): Promise<void> {
  await (await open(path, O_WRONLY | O_TRUNC | O_NOFOLLOW)).close()
}

/** A link that is moved stays a link; nothing is written through it. */
export const moveFile = (from: string, to: string): Promise<void> => rename(from, to)
export const moveFileSync = (from: string, to: string): void => renameSync(from, to)

const temporaryEnding = (): string => `.mcp-pruner-${process.pid}-${randomBytes(6).toString('hex')}`

function refuseUnlessPlain(
  path: string,
  there: { isFile(): boolean; isSymbolicLink(): boolean } | undefined,
): void {
  if (there === undefined || there.isFile()) return
  const what = there.isSymbolicLink() ? 'a link' : 'not a regular file'
  throw Object.assign(new Error(`${path} is ${what}; nothing was written`), {
    code: 'write_refused',
  })
}
