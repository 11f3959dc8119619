// Reading and writing other programs' files: the bytes as they are, never half a file, through links to what
// they point to, and with the permissions that were there.
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { makeFolderSync } from '../../process/make-folder.js'
import { ConfigUnreadable } from '../config/config-put.js'

/** Where the file as it was before an install is kept. */
export const backupOf = (file: string): string => `${file}.before-mcp-pruner`

const LINK_TO_ITSELF = 'it is a link to itself'
const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ELOOP: LINK_TO_ITSELF,
  ENOTDIR: 'a folder on the way to it is a file',
  EACCES: 'it may not be read',
}

/** `undefined` when there is no such file. */
export function readConfigFile(file: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    const reason = REASONS[code ?? ''] ?? `it cannot be read (${code ?? 'unknown'})`
    throw new ConfigUnreadable(reason, { cause: error })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw new ConfigUnreadable('it is not UTF-8', { cause: error })
  }
}

/** In place of the file at once, or not at all. */
export function writeSafely(file: string, text: string, mode = 0o644): void {
  const target = throughLinks(file)
  const there = statSync(target, { throwIfNoEntry: false })
  const kept = there ? there.mode & 0o7777 : mode
  // A folder that may be written to would let it be replaced, which is not what its owner meant.
  if ((kept & 0o222) === 0) throw new ConfigUnreadable('it is read-only')
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

/** What a link points to, which stays a link. */
export const removeSafely = (file: string): void => rmSync(throughLinks(file))

const MAX_LINKS = 40

/** Also where a link leads to nothing yet. */
function throughLinks(file: string): string {
  let at = file
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at
    at = resolve(dirname(at), readlinkSync(at))
  }
  throw new ConfigUnreadable(LINK_TO_ITSELF)
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
