// Works out what an install would write, without writing: for each file the text before and after. What an
// earlier install put there is taken out first, so that installing again upgrades and never piles up.
import type { AgentClient, ClientName, FileEdit, InstallPlace } from '../agent-client.js'
import { ConfigUnreadable, type Put, sameJson, type Undo, valueAt } from '../config/config-put.js'
import { CONFIG_FORMATS, type FormatName } from './config-formats.js'
import { hashOf, type InstallRecord, type RecordedFile } from './install-record.js'
import { readConfigFile } from './safe-files.js'

export interface PlannedFile {
  readonly file: string
  readonly format: FormatName
  readonly clients: readonly ClientName[]
  /** As it is now; `undefined` for a file that is not there. */
  readonly current: string | undefined
  /** Without anything of ours: what a backup has to hold. */
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
  /** Left alone, and why. */
  readonly left: readonly LeftFile[]
}

export interface InstallWishes {
  readonly native: boolean
  readonly instructions: boolean
  /** Let the tools run without asking, where the client has a setting apart for that. */
  readonly allow: boolean
}

/** The one line for a model's standing instructions. */
export const INSTRUCTION_LINE =
  'When you need only part of a long file, output or search, use the read, bash and grep tools of the server ' +
  '"pruner" with context_focus_question, a full question.'

export function editsFor(
  client: AgentClient,
  place: InstallPlace,
  { native, instructions, allow }: InstallWishes,
): readonly FileEdit[] {
  const server = client.server(place)
  if (server === undefined) return []
  const file = client.instructions(place)
  const line = INSTRUCTION_LINE
  return [
    server,
    ...(allow ? (client.allow?.(place) ?? []) : []),
    ...(native ? (client.native?.(place) ?? []) : []),
    ...(instructions && file !== undefined ? [{ file, format: 'line' as const, line }] : []),
  ]
}

export function planInstall(
  wanted: readonly { readonly client: ClientName; readonly edit: FileEdit }[],
  record: InstallRecord | undefined,
): InstallPlan {
  const byFile = new Map<string, { client: ClientName; edit: FileEdit }[]>()
  for (const each of wanted)
    byFile.set(each.edit.file, [...(byFile.get(each.edit.file) ?? []), each])
  const files: PlannedFile[] = []
  const left: LeftFile[] = []
  for (const [file, edits] of byFile) {
    const clients = [...new Set(edits.map(({ client }) => client))]
    try {
      files.push(planFile(file, clients, edits, record?.files[file]))
    } catch (error) {
      if (!(error instanceof ConfigUnreadable)) throw error
      left.push({ file, clients, reason: error.message })
    }
  }
  return { files, left }
}

function planFile(
  file: string,
  clients: readonly ClientName[],
  edits: readonly { readonly client: ClientName; readonly edit: FileEdit }[],
  recorded: RecordedFile | undefined,
): PlannedFile {
  const format = edits[0]?.edit.format ?? 'json'
  const current = readConfigFile(file)
  const base = baseOf(current, recorded)
  const others = recorded?.puts.filter(({ client }) => !clients.includes(client)) ?? []
  const wanted = [
    ...others.map(({ client, undo }) => ({ client, put: undo as Put })),
    ...edits.flatMap(({ client, edit }) => putsOf(edit).map((put) => ({ client, put }))),
  ]
  let text = base ?? ''
  const puts: { client: ClientName; undo: Undo }[] = []
  for (const { client, put } of wanted) {
    const { kind, path, value, unlessTaken } = put
    if (unlessTaken && isTaken(format, text, put)) continue
    const result = CONFIG_FORMATS[format].put(text, { kind, path, value })
    text = result.text
    if (result.undo) puts.push({ client, undo: result.undo })
  }
  return { file, format, clients, current, base, after: text, puts }
}

function isTaken(format: FormatName, text: string, { path, value }: Put): boolean {
  const there = valueAt(CONFIG_FORMATS[format].parse(text), path)
  return there !== undefined && !sameJson(there, value)
}

/** The file without anything of ours. */
export function baseOf(
  current: string | undefined,
  recorded: RecordedFile | undefined,
): string | undefined {
  if (recorded === undefined || current === undefined) return current
  if (hashOf(current) === recorded.after) {
    return recorded.backup === undefined ? undefined : readConfigFile(recorded.backup)
  }
  const format = CONFIG_FORMATS[recorded.format]
  return recorded.puts.toReversed().reduce((text, { undo }) => format.take(text, undo), current)
}

function putsOf(edit: FileEdit): readonly Put[] {
  if ('puts' in edit) return edit.puts
  return [{ kind: 'element', path: [], value: 'line' in edit ? edit.line : edit.text }]
}
