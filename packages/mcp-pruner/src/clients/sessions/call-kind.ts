// The kind of a recorded or hooked call, whatever the client calls its tools: reads a file, runs a command,
// searches, edits, or something else.
import { patchIn } from './patch-edits.js'
import { commandsInScript } from './script-commands.js'
import { isFields, textField } from './session-event.js'

export type CallKind = 'read' | 'shell' | 'search' | 'edit' | 'other'

export interface CallFacts {
  readonly kind: CallKind
  readonly path: string | undefined
  readonly command: string | undefined
  readonly pattern: string | undefined
  /** The agent's own description of the call, from its arguments. */
  readonly description: string | undefined
  /** The first line of a partial read. */
  readonly firstLine: number | undefined
  /** Only a part of the file was requested, in whatever way. */
  readonly isRange: boolean
  /** Texts that an edit replaces. */
  readonly replaced: readonly string[]
  /** New text of an edit or a new file. */
  readonly written: readonly string[]
}

const NAMES: Readonly<Record<Exclude<CallKind, 'other'>, string>> = {
  read: 'read read_file view read_many_files',
  shell:
    'bash powershell run_shell_command exec_command write_stdin shell shell_command local_shell execute',
  search: 'grep rg search_file_content grep_search glob search',
  edit: 'edit multiedit write notebookedit apply_patch replace write_file str_replace_editor create',
}
const KINDS: ReadonlyMap<string, CallKind> = new Map(
  (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((kind) =>
    NAMES[kind].split(' ').map((name): [string, CallKind] => [name, kind]),
  ),
)

const FIRST_LINE = ['offset', 'start_line', 'startLine']
const LAST_LINE = ['limit', 'end_line', 'endLine', 'view_range', 'viewRange', 'pages']

/** The pruner's own tools, as clients prefix them: Claude Code and Codex, Gemini CLI, opencode, Copilot. */
const OWN_PREFIX = /^(?:mcp__(?:plugin_)?\w*pruner\w*__|(?:mcp_)?pruner[-_]+)/

export const isOwnTool = (name: string): boolean => OWN_PREFIX.test(name)

export function callFacts(name: string, input: unknown): CallFacts {
  const plain = name.replace(OWN_PREFIX, '').toLowerCase()
  const fields = isFields(input) ? input : {}
  const patch = patchIn(input)
  const scripted =
    plain === 'exec' && typeof input === 'string' ? commandsInScript(input) : undefined
  const isShell = scripted !== undefined || isWaitedFor(plain, fields)
  const kind = patch !== undefined ? 'edit' : isShell ? 'shell' : kindOf(plain)
  return {
    kind,
    path:
      patch?.path ??
      firstText(fields, ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path']),
    command: scripted ?? commandOf(fields),
    pattern: firstText(fields, ['pattern', 'query', 'regex']),
    description: firstText(fields, ['description', 'justification', 'summary']),
    firstLine: firstNumber(fields, FIRST_LINE) ?? firstOfRange(fields.view_range),
    isRange: [...FIRST_LINE, ...LAST_LINE].some((field) => fields[field] !== undefined),
    replaced: patch?.replaced ?? (kind === 'edit' ? textsOfEdits(fields, OLD_TEXT) : []),
    written: patch?.written ?? (kind === 'edit' ? textsOfEdits(fields, NEW_TEXT) : []),
  }
}

/** The rest of what a script of Codex prints; the reader of its record adds the commands. */
const isWaitedFor = (name: string, { cmd }: Readonly<Record<string, unknown>>): boolean =>
  name === 'wait' && cmd !== undefined

const kindOf = (name: string): CallKind => KINDS.get(name) ?? 'other'

/** Codex's older shell takes a list whose last part is the script. */
function commandOf(fields: Readonly<Record<string, unknown>>): string | undefined {
  const command = fields.command ?? fields.cmd
  return Array.isArray(command) ? textField(command.at(-1)) : textField(command)
}

const OLD_TEXT = ['old_string', 'oldString', 'old_str'] as const
const NEW_TEXT = 'new_string newString new_str content file_text new_source'.split(' ')

function textsOfEdits(
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
): readonly string[] {
  const edits = Array.isArray(fields.edits) ? fields.edits.filter(isFields) : [fields]
  return edits.flatMap((edit) => firstText(edit, names) || [])
}

const firstText = (fields: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  names.map((name) => textField(fields[name])).find((text) => text !== undefined)

const firstNumber = (fields: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  names.map((name) => fields[name]).find((value) => typeof value === 'number')

/** `[from, to]`, as Copilot writes it. */
const firstOfRange = (range: unknown): number | undefined => {
  const first: unknown = Array.isArray(range) ? range[0] : undefined
  return typeof first === 'number' ? first : undefined
}
