// Carries out the plan, with a backup of each existing file, and records it file by
// file, so that an interrupted install can be undone as far as it got.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { makeFolderSync } from '../../process/make-folder.js'
import type { InstallPlace } from '../agent-client.js'
import type { ClientName } from '../registry.js'
import { isEmptyConfig } from './config-formats.js'
import { applyEdits } from './file-edits.js'
import { type InstallRecord, type RecordedFile, writeRecord } from './install-record.js'
import { baseOf, type LeftFile, type PlannedFile } from './plan-install.js'
import {
  backupFolder,
  backupOf,
  hashOf,
  makeFolders,
  readConfigFile,
  removeFolders,
  removeSafely,
  writeSafely,
} from './safe-files.js'

/** Settings may contain keys: files we create are private to the user. */
const NEW_FILE_MODE = 0o600

export interface Failed {
  readonly file: string
  readonly reason: string
}

export function applyPlan(
  { dataFolder, project }: Pick<InstallPlace, 'dataFolder' | 'project'>,
  record: InstallRecord,
  files: readonly PlannedFile[],
): readonly Failed[] {
  const failed: Failed[] = []
  const noted = { ...record.files }
  for (const planned of files) {
    const { file, clients, puts } = planned
    const recorded = record.files[file]
    if (puts.length === 0 && recorded === undefined) continue
    try {
      if (puts.length > 0) {
        const written = writePlanned(dataFolder, project, planned, recorded)
        noted[file] = { ...written, ...(project !== undefined && { project }) }
      } else if (recorded) {
        // It should contain nothing of ours any more.
        removeFrom(dataFolder, file, recorded, clients)
        removeFolders(recorded.madeFolders)
        delete noted[file]
      }
      writeRecord(dataFolder, { ...record, files: noted })
    } catch (error) {
      failed.push({ file, reason: whyFailed(error) })
    }
  }
  return failed
}

function writePlanned(
  dataFolder: string,
  project: string | undefined,
  planned: PlannedFile,
  recorded: RecordedFile | undefined,
): RecordedFile {
  const { file, base, after, format, puts, current } = planned
  const madeFolders = [...(recorded?.madeFolders ?? []), ...makeFolders(dirname(file))]
  const backup = base === undefined ? undefined : backupFile(dataFolder, file, base, recorded)
  try {
    if (after !== current) writeSafely(file, after, NEW_FILE_MODE, project)
  } catch (error) {
    if (recorded === undefined && backup !== undefined) rmSync(backup.backup, { force: true })
    throw error
  }
  return { format, after: hashOf(after), ...backup, madeFolders, puts: [...puts] }
}

function backupFile(
  dataFolder: string,
  file: string,
  text: string,
  recorded: RecordedFile | undefined,
): { backup: string; before: string } {
  const backup = backupOf(dataFolder, file)
  makeFolderSync(backupFolder(dataFolder))
  replaceFileSync(backup, text, NEW_FILE_MODE)
  // Earlier versions kept it beside the file.
  if (recorded?.backup !== undefined && recorded.backup !== backup) {
    rmSync(recorded.backup, { force: true })
  }
  return { backup, before: hashOf(text) }
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

/** Removes what these clients were given; a file that nobody else changed is restored exactly. */
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
      const { action, rest } = removeFrom(dataFolder, file, recorded, clients)
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
  dataFolder: string,
  file: string,
  recorded: RecordedFile,
  clients: readonly ClientName[],
): { action: RemovedFile['action']; rest?: RecordedFile } {
  const { backup, project } = recorded
  const current = readConfigFile(file, project)
  if (current === undefined) {
    if (backup !== undefined) rmSync(backup, { force: true })
    return { action: 'gone' }
  }
  const base = baseOf(current, recorded)
  const staying = recorded.puts.filter(({ client }) => !clients.includes(client))
  if (staying.length > 0) {
    return { action: 'edited', rest: putBack(dataFolder, file, base, recorded, staying) }
  }
  const isUntouched = hashOf(current) === recorded.after
  if (backup === undefined && (base === undefined || isEmptyConfig(base))) {
    removeSafely(file, project)
    return { action: 'deleted' }
  }
  writeSafely(file, base ?? '', NEW_FILE_MODE, project)
  if (backup !== undefined) rmSync(backup, { force: true })
  return { action: isUntouched ? 'restored' : 'edited' }
}

/** Another client's entries are in the same file. */
function putBack(
  dataFolder: string,
  file: string,
  base: string | undefined,
  recorded: RecordedFile,
  staying: RecordedFile['puts'],
): RecordedFile {
  const { text, puts } = applyEdits(
    recorded.format,
    base ?? '',
    staying.map(({ client, undo }) => ({ client, edit: undo })),
  )
  writeSafely(file, text, NEW_FILE_MODE, recorded.project)
  const backup =
    recorded.backup === undefined || base === undefined
      ? {}
      : backupFile(dataFolder, file, base, recorded)
  return { ...recorded, ...backup, after: hashOf(text), puts }
}

export function whyFailed(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
    ? `it may not be written (${code})`
    : message
}
