// What was installed where, stored in the data folder, so that an uninstall removes exactly that.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveFileSync } from '@jeeves/mcp-runtime/files'
import * as z from 'zod'
import { AppError } from '../../errors/app-error.js'
import { makeFolderSync } from '../../process/make-folder.js'
import { RECORD_NAME } from '../agent-client.js'
import type { Undo } from '../config/config-edit.js'
import { CLIENT_NAMES } from '../registry.js'
import { writeSafely } from './safe-files.js'

const UndoSchema = z.custom<Undo>(
  (value) => typeof value === 'object' && value !== null && 'path' in value && 'kind' in value,
)

const RecordedFileSchema = z.object({
  format: z.enum(['json', 'toml', 'yaml', 'line', 'own']),
  /** Hash of the file as last written: while it matches, nobody else changed it. */
  after: z.string(),
  /** The original file, if there was one: the backup with this hash. */
  backup: z.string().optional(),
  before: z.string().optional(),
  /** Installed for this project, not for the user. */
  project: z.string().optional(),
  madeFolders: z.array(z.string()),
  /** The edits. The record keeps this name, so that older records stay readable. */
  puts: z.array(z.object({ client: z.enum(CLIENT_NAMES), undo: UndoSchema })),
})
export type RecordedFile = z.infer<typeof RecordedFileSchema>

const InstallRecordSchema = z.object({
  version: z.string(),
  native: z.array(z.enum(CLIENT_NAMES)),
  /** Configured to ask before they use the tools. */
  asking: z.array(z.enum(CLIENT_NAMES)).default([]),
  /** The folders above the data folder that were created, and that folder itself. */
  madeFolders: z.array(z.string()),
  files: z.record(z.string(), RecordedFileSchema),
})
export type InstallRecord = z.infer<typeof InstallRecordSchema>

export const recordFile = (dataFolder: string): string => join(dataFolder, RECORD_NAME)

/** `undefined` when nothing is installed; an unreadable record is an error: nothing is guessed. */
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

/** A damaged one is moved aside for inspection. */
export const asideRecord = (dataFolder: string): string => `${recordFile(dataFolder)}.damaged`
export const setRecordAside = (dataFolder: string): void =>
  moveFileSync(recordFile(dataFolder), asideRecord(dataFolder))

export function writeRecord(dataFolder: string, record: InstallRecord): void {
  makeFolderSync(dataFolder)
  writeSafely(recordFile(dataFolder), `${JSON.stringify(record, null, 2)}\n`, 0o600)
}
