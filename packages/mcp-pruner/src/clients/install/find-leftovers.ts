// Entries of an install whose record is lost or damaged: an entry that names our copy or our hidden
// tool can only be ours, and is adopted instead of duplicated or left for ever.
import { isAppError } from '../../errors/app-error.js'
import type { FileEdit } from '../agent-client.js'
import { type ConfigEdit, sameJson, type Undo, valueAt } from '../config/config-edit.js'
import { NATIVE_HOOK_TOOL } from '../hook-names.js'
import type { ClientName } from '../registry.js'
import { CONFIG_FORMATS, type FormatName } from './config-formats.js'
import { type ClientEdit, editsOf } from './file-edits.js'
import { readConfigFile } from './safe-files.js'

/** Whether the edit, of this or another version, is in its file. */
export function isLeftover(edit: FileEdit, dataFolder: string): boolean {
  try {
    const text = readConfigFile(edit.file)
    if (text === undefined) return false
    return editsOf(edit).some(
      (each) => valueOfOurs(edit.format, text, each, dataFolder) !== undefined,
    )
  } catch (error) {
    if (isAppError(error, 'config_unreadable')) return false
    throw error
  }
}

export interface LostInstall {
  readonly dataFolder: string
  /** Clients with a server of ours but no record of it: the other edits were made at the same time. */
  readonly clients: readonly ClientName[]
}

/** What is needed to remove them. How much of their path was added is unknown, so the rest of it stays. */
export function leftoversIn(
  format: FormatName,
  text: string,
  wanted: readonly ClientEdit[],
  { dataFolder, clients }: LostInstall,
): readonly Undo[] {
  return wanted.flatMap(({ client, edit }) => {
    const value = valueOfOurs(format, text, edit, dataFolder, clients.includes(client))
    return value === undefined ? [] : [{ ...edit, value, madeKeys: 0, madeComma: true }]
  })
}

function valueOfOurs(
  format: FormatName,
  text: string,
  { kind, path, value }: ConfigEdit,
  dataFolder: string,
  isKnown = false,
): ConfigEdit['value'] | undefined {
  if (format === 'own') return isOurs(text, dataFolder) ? text : undefined
  if (format === 'line')
    return text.split(/\r?\n/).some((line) => line === value) ? value : undefined
  const there = valueAt(CONFIG_FORMATS[format].parse(text), path)
  const candidates: readonly unknown[] =
    kind === 'member' ? [there] : Array.isArray(there) ? (there as unknown[]) : []
  return candidates.find(
    (found) => isOurs(found, dataFolder) || (isKnown && sameJson(found, value)),
  ) as ConfigEdit['value'] | undefined
}

function isOurs(value: unknown, dataFolder: string): boolean {
  if (value === undefined) return false
  const written = JSON.stringify(value)
  const names = [dataFolder, NATIVE_HOOK_TOOL].map((name) => JSON.stringify(name).slice(1, -1))
  return names.some((name) => written.includes(name))
}
