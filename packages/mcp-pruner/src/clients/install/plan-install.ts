// Computes what an install would write, without writing: for each file the text before and after. What an
// earlier install added is removed first, so that installing again upgrades and adds nothing twice.
import { isAppError } from '../../errors/app-error.js'
import {
  type AgentClient,
  type FileEdit,
  type InstallPlace,
  instructionsFile,
} from '../agent-client.js'
import type { ClientName } from '../registry.js'
import type { FormatName } from './config-formats.js'
import { applyEdits, type ClientEdit, editsOf, removeEdits } from './file-edits.js'
import { isLeftover, type LostInstall, leftoversIn } from './find-leftovers.js'
import type { InstallRecord, RecordedFile } from './install-record.js'
import { backupOf, hashOf, readConfigFile } from './safe-files.js'

export interface PlannedFile {
  readonly file: string
  readonly format: FormatName
  readonly clients: readonly ClientName[]
  /** Its current text; `undefined` if it does not exist. */
  readonly current: string | undefined
  /** The text without our entries: what a backup must contain. */
  readonly base: string | undefined
  readonly after: string
  readonly puts: RecordedFile['puts']
}

export interface LeftFile {
  readonly file: string
  readonly clients: readonly ClientName[]
  readonly reason: string
}

export interface InstallPlan {
  readonly files: readonly PlannedFile[]
  /** Skipped, and why. */
  readonly left: readonly LeftFile[]
}

export interface InstallWishes {
  readonly native: boolean
  readonly statusline?: boolean
  readonly instructions: boolean
  /** Let the client ask before it uses the tools, if it has a separate setting for that. */
  readonly ask: boolean
}

/** The one line for a model's standing instructions. */
export const INSTRUCTION_LINE =
  'When you need only part of a long file, output or search, use the read, bash and grep tools of the server ' +
  '"pruner" with context_focus_question, a full question.'

/**
 * The edits for a client; none if it has no config there. Running the install again upgrades: the hooks and
 * the line that an earlier one added stay without being requested again, and so does the permission setting.
 */
export function editsFor(
  client: AgentClient,
  place: InstallPlace,
  wishes: InstallWishes,
  record: InstallRecord | undefined,
): readonly FileEdit[] {
  const server = client.server(place)
  if (server === undefined) return []
  const { name } = client
  const asks = wishes.ask || record?.asking.includes(name) === true
  const allow = client.allow?.(place) ?? []
  const native = client.native?.(place) ?? []
  const statusline = client.statusline?.(place) ?? []
  const file = instructionsFile(client, place)
  const lines: FileEdit[] =
    file === undefined ? [] : [{ file, format: 'line', line: INSTRUCTION_LINE }]
  const wasMade = (edits: readonly FileEdit[]) =>
    edits.some((edit) => wasInstalled(edit, name, record) || isLeftover(edit, place.dataFolder))
  return [
    server,
    ...(asks
      ? allow.flatMap((edit) => (wasInstalled(edit, name, record) ? nothingIn(edit) : []))
      : allow),
    ...(wishes.native || wasMade(native) ? native : []),
    ...(wishes.statusline || wasMade(statusline) ? statusline : []),
    ...(wishes.instructions || wasMade(lines) ? lines : []),
  ]
}

/** Checked again, so that earlier additions are removed. */
const nothingIn = (edit: FileEdit): readonly FileEdit[] =>
  'edits' in edit ? [{ ...edit, edits: [] }] : []

function wasInstalled(
  edit: FileEdit,
  name: ClientName,
  record: InstallRecord | undefined,
): boolean {
  const paths = new Set(editsOf(edit).map(({ path }) => path.join('\0')))
  return (
    record?.files[edit.file]?.puts.some(
      ({ client, undo }) => client === name && paths.has(undo.path.join('\0')),
    ) === true
  )
}

/** Clients whose server of ours has no record. */
export const lostClients = (
  clients: readonly AgentClient[],
  place: InstallPlace,
  record: InstallRecord | undefined,
): readonly ClientName[] =>
  clients
    .filter((client) => {
      const server = client.server(place)
      return server && !record?.files[server.file] && isLeftover(server, place.dataFolder)
    })
    .map(({ name }) => name)

interface WantedEdit {
  readonly client: ClientName
  readonly edit: FileEdit
}

export function planInstall(
  wanted: readonly WantedEdit[],
  lost: LostInstall,
  record: InstallRecord | undefined,
  project: string | undefined,
): InstallPlan {
  const byFile = new Map<string, WantedEdit[]>()
  for (const each of wanted)
    byFile.set(each.edit.file, [...(byFile.get(each.edit.file) ?? []), each])
  const files: PlannedFile[] = []
  const left: LeftFile[] = []
  for (const [file, edits] of byFile) {
    const clients = [...new Set(edits.map(({ client }) => client))]
    try {
      files.push(planFile(file, clients, edits, lost, record?.files[file], project))
    } catch (error) {
      if (!isAppError(error, 'config_unreadable')) throw error
      left.push({ file, clients, reason: error.message })
    }
  }
  return { files, left }
}

function planFile(
  file: string,
  clients: readonly ClientName[],
  edits: readonly WantedEdit[],
  lost: LostInstall,
  recorded: RecordedFile | undefined,
  project: string | undefined,
): PlannedFile {
  const format = edits[0]?.edit.format ?? 'json'
  const current = readConfigFile(file, project)
  const others = recorded?.puts.filter(({ client }) => !clients.includes(client)) ?? []
  const wanted = [
    ...others.map(({ client, undo }) => ({ client, edit: undo })),
    ...edits.flatMap(({ client, edit }) => editsOf(edit).map((each) => ({ client, edit: each }))),
  ]
  const base = recorded
    ? baseOf(current, recorded)
    : current === undefined
      ? undefined
      : withoutLeftovers(file, format, current, wanted, lost)
  const { text, puts } = applyEdits(format, base ?? '', wanted)
  return { file, format, clients, current, base, after: text, puts }
}

/** The backup, or no file at all, if it plus our entries equals the current file; otherwise the rest without them. */
function withoutLeftovers(
  file: string,
  format: FormatName,
  text: string,
  wanted: readonly ClientEdit[],
  lost: LostInstall,
): string | undefined {
  const undos = leftoversIn(format, text, wanted, lost)
  if (undos.length === 0) return text
  const leadsHere = (base: string) => applyEdits(format, base, wanted).text === text
  try {
    const backup = readConfigFile(backupOf(lost.dataFolder, file))
    if (backup !== undefined && leadsHere(backup)) return backup
  } catch (error) {
    // An unreadable backup proves nothing.
    if (!isAppError(error, 'config_unreadable')) throw error
  }
  return leadsHere('') ? undefined : removeEdits(format, text, undos)
}

/** The file without our entries: from the backup as long as both are unchanged. */
export function baseOf(
  current: string | undefined,
  recorded: RecordedFile | undefined,
): string | undefined {
  if (recorded === undefined || current === undefined) return current
  const { format, backup, before, after, puts } = recorded
  if (hashOf(current) === after) {
    if (backup === undefined) return undefined
    const kept = readConfigFile(backup)
    if (kept !== undefined && (before === undefined || hashOf(kept) === before)) return kept
  }
  return removeEdits(
    format,
    current,
    puts.map(({ undo }) => undo),
  )
}
