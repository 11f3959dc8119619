// Copies the bundled command to the user's data folder. Chunk names contain their hash, and the entry
// file is written last: a running server, or one started during the copy, finds a complete version.
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { makeFolderSync } from '../../process/make-folder.js'
import { COPY_FOLDER } from '../agent-client.js'

const ENTRY = 'index.js'
const PACKAGE = 'package.json'

export const applicationFolder = (dataFolder: string): string => join(dataFolder, COPY_FOLDER)
export const applicationEntry = (dataFolder: string): string =>
  join(applicationFolder(dataFolder), ENTRY)

/** Nothing to do if the copy installs itself again. */
export function copyApplication(bundle: string, dataFolder: string): void {
  const target = applicationFolder(dataFolder)
  if (resolve(bundle) === resolve(target)) return
  makeFolderSync(target)
  const names = readdirSync(bundle, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => relative(bundle, join(entry.parentPath, entry.name)))
    .sort((a, b) => Number(a === ENTRY) - Number(b === ENTRY))
  const before = listedFiles(target) ?? []
  // Without it Node would have to detect at every start that these are modules.
  const listed = Buffer.from(`${JSON.stringify({ type: 'module', files: names })}\n`)
  replaceIfOther(join(target, PACKAGE), listed, 0o644)
  for (const name of names) {
    makeFolderSync(join(target, dirname(name)))
    const bytes = readFileSync(join(bundle, name))
    replaceIfOther(join(target, name), bytes, name === ENTRY ? 0o755 : 0o644)
  }
  removeOld(target, new Set([...names, PACKAGE]), new Set(before))
}

function replaceIfOther(file: string, bytes: Buffer, mode: number): void {
  const isSame =
    lstatSync(file, { throwIfNoEntry: false })?.isFile() && readFileSync(file).equals(bytes)
  if (!isSame) replaceFileSync(file, bytes, mode)
}

/** A server started before an upgrade may still load its chunks; after this long none does. */
const KEPT_MS = 30 * 24 * 3_600_000

/** `before`: what was current until now, whenever it was written. */
function removeOld(
  folder: string,
  current: ReadonlySet<string>,
  before: ReadonlySet<string>,
): void {
  const now = new Date()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile() || current.has(name)) continue
    if (before.has(name)) utimesSync(path, now, now)
    else if (now.getTime() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { force: true })
  }
}

/** Missing files of the copy; many are needed only later. */
export function missingFiles(dataFolder: string): readonly string[] {
  const folder = applicationFolder(dataFolder)
  return listedFiles(folder)?.filter((name) => !existsSync(join(folder, name))) ?? [PACKAGE]
}

function listedFiles(folder: string): readonly string[] | undefined {
  try {
    const told = JSON.parse(readFileSync(join(folder, PACKAGE), 'utf8')) as { files?: string[] }
    return told.files ?? []
  } catch {
    return undefined
  }
}

export const removeApplication = (dataFolder: string): void =>
  rmSync(applicationFolder(dataFolder), { recursive: true, force: true })
