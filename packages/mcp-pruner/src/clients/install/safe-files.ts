// Reading and writing other programs' files: the bytes as they are, never half a file, through links to what
// they point to, and with the permissions that were there.
import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeFolderSync } from '../../process/make-folder.js'
import { ConfigUnreadable } from '../config/config-put.js'

/** `undefined` when there is no such file. */
export function readConfigFile(file: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ConfigUnreadable(`it cannot be read (${code ?? 'unknown'})`, { cause: error })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new ConfigUnreadable('it is not UTF-8', { cause: error })
  }
}

/** In place of the file at once, or not at all. */
export function writeSafely(file: string, text: string, mode = 0o644): void {
  const target = existsSync(file) ? realpathSync(file) : file
  const kept = existsSync(target) ? statSync(target).mode & 0o7777 : mode
  const temporary = `${target}.mcp-pruner-${process.pid}`
  try {
    writeFileSync(temporary, text, { mode: kept })
    chmodSync(temporary, kept)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** The folders that were missing, outermost first. */
export function makeFolders(folder: string): string[] {
  const missing: string[] = []
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  makeFolderSync(folder, 0o777)
  return missing
}

/** Only those that are empty, innermost first: what others put there stays. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // Somebody uses it.
    }
  }
}
