// Reads and writes other programs' files: exact bytes, never half a file, and with the existing
// permissions. A user's own links are followed; those of a project may have come with it, and
// are followed only as far as they stay inside.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isInside, realPathOf, replaceFileSync } from '@jeeves/mcp-runtime/files'
import { AppError, isAppError } from '../../errors/app-error.js'
import { makeFolderSync } from '../../process/make-folder.js'

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where originals are backed up: not beside the files, where others could have put something. */
export const backupFolder = (dataFolder: string): string => join(dataFolder, 'backups')
export const backupOf = (dataFolder: string, file: string): string =>
  join(backupFolder(dataFolder), `${hashOf(file).slice(0, 16)}-${basename(file)}`)

const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link to itself',
  ENOTDIR: 'a folder on the way to it is a file',
  EACCES: 'it may not be read',
}

/** `undefined` when there is no such file. `project`: the folder it must stay inside. */
export function readConfigFile(file: string, project?: string): string | undefined {
  let bytes: Buffer
  try {
    const target = followLinks(file, project)
    const there = statSync(target)
    // Reading a pipe would block.
    if (!there.isFile() && !there.isDirectory())
      throw new AppError('config_unreadable', 'it is not a regular file')
    bytes = readFileSync(target)
  } catch (error) {
    if (isAppError(error, 'config_unreadable')) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const reason = REASONS[code ?? ''] ?? `it cannot be read (${code ?? 'unknown'})`
    throw new AppError('config_unreadable', reason, { cause: error })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new AppError('config_unreadable', 'it is not UTF-8', { cause: error })
  }
}

/** Replaces the file atomically. */
export function writeSafely(file: string, text: string, mode = 0o644, project?: string): void {
  const target = followLinks(file, project)
  const there = statSync(target, { throwIfNoEntry: false })
  const kept = there ? there.mode & 0o7777 : mode
  // In a writable folder it would be replaced, which is not what the owner of a read-only file wants.
  if ((kept & 0o222) === 0) throw new AppError('config_unreadable', 'it is read-only')
  replaceFileSync(target, text, kept)
}

/** The target of a link; the link stays. */
export const removeSafely = (file: string, project?: string): void =>
  rmSync(followLinks(file, project))

/** Also if the link's target does not exist yet. */
function followLinks(file: string, project: string | undefined): string {
  let target: string
  try {
    target = realPathOf(file)
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new AppError('config_unreadable', reason, { cause: error })
  }
  if (project !== undefined && !isInside(realPathOf(project), target)) {
    throw new AppError('config_unreadable', `it leads out of the project, to ${target}`)
  }
  return target
}

/** The folders that were missing, outermost first. */
export function makeFolders(folder: string): string[] {
  const missing: string[] = []
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  makeFolderSync(folder, 0o777)
  return missing
}

/** Only empty ones, innermost first: what others put there stays. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // It is in use.
    }
  }
}
