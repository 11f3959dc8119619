// Each configured client: its entry, its hooks, and the Node that it starts.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { AgentClient, InstallPlace } from '../../clients/agent-client.js'
import { sameJson, valueAt } from '../../clients/config/config-edit.js'
import { CONFIG_FORMATS } from '../../clients/install/config-formats.js'
import { isFound } from '../../clients/install/find-clients.js'
import type { InstallRecord, RecordedFile } from '../../clients/install/install-record.js'
import { readConfigFile } from '../../clients/install/safe-files.js'
import { AGENT_CLIENTS } from '../../clients/registry.js'
import { isAppError } from '../../errors/app-error.js'
import { bad, type Finding, note, ok } from './finding.js'

const VERSION_TIMEOUT_MS = 10_000

export function checkClients(place: InstallPlace, record: InstallRecord | undefined): Finding[] {
  const findings: Finding[] = []
  for (const client of Object.values(AGENT_CLIENTS)) {
    const files = Object.entries(record?.files ?? {}).filter(([, { puts }]) =>
      puts.some((put) => put.client === client.name),
    )
    if (files.length > 0) findings.push(...files.map(([file, put]) => checkFile(client, file, put)))
    else if (isFound(client, place)) {
      findings.push(note(client.title, 'found, not set up', `mcp-pruner install ${client.name}`))
    }
  }
  return findings
}

function checkFile(client: AgentClient, file: string, recorded: RecordedFile): Finding {
  const { project } = recorded
  if (project !== undefined && !existsSync(project)) {
    return note(client.title, `set up for the project ${project}, which is missing`)
  }
  const scope = project === undefined ? '' : ` --project ${project}`
  const fix = `mcp-pruner install ${client.name}${scope}`
  try {
    const text = readConfigFile(file)
    if (text === undefined) return bad(client.title, `${file} is missing`, fix)
    const parsed = CONFIG_FORMATS[recorded.format].parse(text)
    const own = recorded.puts.filter((put) => put.client === client.name)
    const missing = own.find(({ undo }) => !isThere(parsed, text, recorded, undo))
    const node = own.map(({ undo }) => programOf(undo.value)).find((found) => found !== undefined)
    if (!missing && node !== undefined && !runs(node)) {
      return bad(client.title, `${file} starts ${node}, which does not run`, fix)
    }
    if (!missing) return ok(client.title, file)
    const place = missing.undo.path.join('.') || 'our line'
    return bad(client.title, `${place} was removed or changed in ${file}`, fix)
  } catch (error) {
    if (!isAppError(error, 'config_unreadable')) throw error
    return bad(client.title, `${file}: ${error.message}`, `correct the file, then run: ${fix}`)
  }
}

function isThere(
  parsed: unknown,
  text: string,
  { format }: RecordedFile,
  { kind, path, value }: RecordedFile['puts'][number]['undo'],
): boolean {
  if (format === 'own') return text === value
  if (format === 'line') return text.split(/\r?\n/).some((line) => line === value)
  const there = valueAt(parsed, path)
  return kind === 'member'
    ? sameJson(there, value)
    : Array.isArray(there) && there.some((element) => sameJson(element, value))
}

/** The command of an entry: most clients have a command and its arguments, some one list. */
function programOf(value: unknown): string | undefined {
  const command = valueAt(value, ['command']) ?? valueAt(value, ['transport', 'command'])
  const program: unknown = Array.isArray(command) ? command[0] : command
  return typeof program === 'string' ? program : undefined
}

/** The Node of the install may have been removed since. */
const runs = (node: string): boolean =>
  node === process.execPath ||
  spawnSync(node, ['--version'], { timeout: VERSION_TIMEOUT_MS }).status === 0
