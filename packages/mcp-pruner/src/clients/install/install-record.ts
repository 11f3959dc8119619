// What was installed where, kept in the data folder, so that an uninstall takes out exactly that.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveFileSync } from '@jeeves/mcp-runtime/files'
import * as z from 'zod'
import { AppError } from '../../errors/app-error.js'
import { makeFolderSync } from '../../process/make-folder.js'
import { RECORD_NAME } from '../agent-client.js'
import type { Undo } from '../config/config-put.js'
import { CLIENT_NAMES } from '../registry.js'
import { writeSafely } from './safe-files.js'

const UndoSchema = z.custom<Undo>(
  (value) => typeof value === 'object' && value !== null && 'path' in value && 'kind' in value,
)

const RecordedFileSchema = z.object({
  format: z.enum(['json', 'toml', 'yaml', 'line', 'own']),
  /** Of the file as it was written last: as long as it is the same, nobody else wrote to it. */
  after: z.string(),
  /** The file before, if there was one: it stands in the backup, whose hash this is. */
  backup: z.string().optional(),
  before: z.string().optional(),
  /** Installed for this project, not for the user. */
  project: z.string().optional(),
  madeFolders: z.array(z.string()),
  puts: z.array(z.object({ client: z.enum(CLIENT_NAMES), undo: UndoSchema })),
})
export type RecordedFile = z.infer<typeof RecordedFileSchema>

const InstallRecordSchema = z.object({
  version: z.string(),
  native: z.array(z.enum(CLIENT_NAMES)),
  /** Set up so that they ask before they use the tools. */
  asking: z.array(z.enum(CLIENT_NAMES)).default([]),
  /** On the way to the data folder, and that folder itself. */
  madeFolders: z.array(z.string()),
  files: z.record(z.string(), RecordedFileSchema),
})
export type InstallRecord = z.infer<typeof InstallRecordSchema>

export const recordFile = (dataFolder: string): string => join(dataFolder, RECORD_NAME)

/** `undefined` when nothing is installed; a record that cannot be read is an error: nothing is guessed. */
export function readRecord(dataFolder: string): InstallRecord | undefined {
  const file = recordFile(dataFolder)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
  try {
    return InstallRecordSchema.parse(JSON.parse(text))
  } catch {
    throw new AppError('record_unreadable', `${file} is damaged`)
  }
}

/** One that is damaged is moved out of the way of a new one, for whoever wants to look into it. */
export const asideRecord = (dataFolder: string): string => `${recordFile(dataFolder)}.damaged`
export const setRecordAside = (dataFolder: string): void =>
  moveFileSync(recordFile(dataFolder), asideRecord(dataFolder))

export function writeRecord(dataFolder: string, record: InstallRecord): void {
  makeFolderSync(dataFolder)
  writeSafely(recordFile(dataFolder), `${JSON.stringify(record, null, 2)}\n`, 0o600)
}
