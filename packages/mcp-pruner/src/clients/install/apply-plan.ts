// Writes what was planned, with a backup beside each file that was there, and notes it in the record file by
// file, so that an install that is cut short can be undone as far as it came.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ClientName } from '../agent-client.js'
import { CONFIG_FORMATS, isEmptyConfig } from './config-formats.js'
import { hashOf, type InstallRecord, type RecordedFile, writeRecord } from './install-record.js'
import { baseOf, type LeftFile, type PlannedFile } from './plan-install.js'
import { makeFolders, readConfigFile, removeFolders, writeSafely } from './safe-files.js'

export const backupOf = (file: string): string => `${file}.before-mcp-pruner`

/** Settings may hold keys: what we make is for the user alone. */
const NEW_FILE_MODE = 0o600

export interface Failed {
  readonly file: string
  readonly reason: string
}

export function applyPlan(
  dataFolder: string,
  record: InstallRecord,
  files: readonly PlannedFile[],
): readonly Failed[] {
  const failed: Failed[] = []
  const noted = { ...record.files }
  for (const planned of files) {
    if (planned.puts.length === 0) continue
    try {
      noted[planned.file] = writePlanned(planned, record.files[planned.file])
      writeRecord(dataFolder, { ...record, files: noted })
    } catch (error) {
      failed.push({ file: planned.file, reason: whyFailed(error) })
    }
  }
  return failed
}

function writePlanned(planned: PlannedFile, recorded: RecordedFile | undefined): RecordedFile {
  const { file, base, after, format, puts, current } = planned
  const madeFolders = [...(recorded?.madeFolders ?? []), ...makeFolders(dirname(file))]
  const backup = base === undefined ? undefined : backupOf(file)
  if (backup !== undefined && base !== undefined) writeSafely(backup, base, NEW_FILE_MODE)
  if (after !== current) writeSafely(file, after, NEW_FILE_MODE)
  return {
    format,
    after: hashOf(after),
    ...(backup !== undefined && { backup }),
    madeFolders,
    puts: [...puts],
  }
}

export interface RemovedFile {
  readonly file: string
  readonly action: 'restored' | 'edited' | 'deleted' | 'gone'
}

export interface Removal {
  readonly files: readonly RemovedFile[]
  readonly left: readonly (LeftFile | Failed)[]
  readonly record: InstallRecord
}

/** Takes out what these clients were given; the file is as before where nobody else wrote to it. */
export function removeClients(
  dataFolder: string,
  record: InstallRecord,
  clients: readonly ClientName[],
): Removal {
  const files: RemovedFile[] = []
  const left: (LeftFile | Failed)[] = []
  const madeFolders: string[] = []
  const noted = { ...record.files }
  for (const [file, recorded] of Object.entries(record.files)) {
    if (!recorded.puts.some(({ client }) => clients.includes(client))) continue
    try {
      const { action, rest } = removeFrom(file, recorded, clients)
      files.push({ file, action })
      if (action === 'deleted' || action === 'gone') madeFolders.push(...recorded.madeFolders)
      if (rest === undefined) delete noted[file]
      else noted[file] = rest
      writeRecord(dataFolder, { ...record, files: noted })
    } catch (error) {
      left.push({ file, reason: whyFailed(error) })
    }
  }
  removeFolders(madeFolders)
  return { files, left, record: { ...record, files: noted } }
}

function removeFrom(
  file: string,
  recorded: RecordedFile,
  clients: readonly ClientName[],
): { action: RemovedFile['action']; rest?: RecordedFile } {
  const current = readConfigFile(file)
  const { backup } = recorded
  if (current === undefined) {
    if (backup !== undefined) rmSync(backup, { force: true })
    return { action: 'gone' }
  }
  const base = baseOf(current, recorded)
  const staying = recorded.puts.filter(({ client }) => !clients.includes(client))
  if (staying.length > 0) return { action: 'edited', rest: putBack(file, base, recorded, staying) }
  const isUntouched = hashOf(current) === recorded.after
  if (backup === undefined && (base === undefined || isEmptyConfig(base))) {
    rmSync(file)
    return { action: 'deleted' }
  }
  writeSafely(file, base ?? '')
  if (backup !== undefined) rmSync(backup, { force: true })
  return { action: isUntouched ? 'restored' : 'edited' }
}

/** Another client's entries stand in the same file. */
function putBack(
  file: string,
  base: string | undefined,
  recorded: RecordedFile,
  staying: RecordedFile['puts'],
): RecordedFile {
  let text = base ?? ''
  const puts: RecordedFile['puts'] = []
  for (const { client, undo } of staying) {
    const result = CONFIG_FORMATS[recorded.format].put(text, undo)
    text = result.text
    if (result.undo) puts.push({ client, undo: result.undo })
  }
  writeSafely(file, text)
  if (recorded.backup !== undefined && base !== undefined) writeSafely(recorded.backup, base)
  return { ...recorded, after: hashOf(text), puts }
}

function whyFailed(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
    ? `it may not be written (${code})`
    : message
}
