// Each client that was set up: its entry, its hooks, and whether they may run.
import { join } from 'node:path'
import type { AgentClient, InstallPlace } from '../../clients/agent-client.js'
import { AGENT_CLIENTS } from '../../clients/agent-clients.js'
import { ConfigUnreadable, sameJson, valueAt } from '../../clients/config/config-put.js'
import { tomlConfig } from '../../clients/config/toml-config.js'
import { CONFIG_FORMATS } from '../../clients/install/config-formats.js'
import { isFound } from '../../clients/install/find-clients.js'
import type { InstallRecord, RecordedFile } from '../../clients/install/install-record.js'
import { readConfigFile } from '../../clients/install/safe-files.js'
import { storedSettings } from '../../native/native-switch.js'
import { bad, type Finding, note, ok } from './finding.js'

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
  return [...findings, ...checkNative(place, record)]
}

function checkFile(client: AgentClient, file: string, recorded: RecordedFile): Finding {
  const fix = `mcp-pruner install ${client.name}`
  try {
    const text = readConfigFile(file)
    if (text === undefined) return bad(client.title, `${file} is gone`, fix)
    const parsed = CONFIG_FORMATS[recorded.format].parse(text)
    const own = recorded.puts.filter((put) => put.client === client.name)
    const missing = own.find(({ undo }) => !isThere(parsed, text, recorded, undo))
    if (!missing) return ok(client.title, file)
    const place = missing.undo.path.join('.') || 'our line'
    return bad(client.title, `${place} is no longer in ${file}, or was changed`, fix)
  } catch (error) {
    if (!(error instanceof ConfigUnreadable)) throw error
    return bad(client.title, `${file}: ${error.message}`, `correct the file, then ${fix}`)
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

function checkNative(place: InstallPlace, record: InstallRecord | undefined): Finding[] {
  const clients = record?.native ?? []
  if (clients.length === 0) return [note('own tools', 'not pruned', 'mcp-pruner install --native')]
  const isOn = storedSettings(place.dataFolder)?.on === true
  const findings = [
    isOn
      ? ok('own tools', `pruned in ${clients.join(', ')}`)
      : note('own tools', 'turned off', 'mcp-pruner native on'),
  ]
  return clients.includes('codex') ? [...findings, checkTrust(place)] : findings
}

/** Codex notes in its settings which hooks its user has trusted. */
function checkTrust({ env, home }: InstallPlace): Finding {
  const folder = env.CODEX_HOME || join(home, '.codex')
  const hooks = join(folder, 'hooks.json')
  let state: unknown
  try {
    state = valueAt(tomlConfig.parse(readConfigFile(join(folder, 'config.toml')) ?? ''), [
      'hooks',
      'state',
    ])
  } catch {
    // Told above, with the client's entry.
  }
  const isTrusted = Object.entries((state ?? {}) as Record<string, unknown>).some(
    ([key, value]) => key.startsWith(hooks) && valueAt(value, ['trusted_hash']) !== undefined,
  )
  return isTrusted
    ? ok('Codex hooks', 'trusted')
    : bad('Codex hooks', 'not trusted yet: Codex does not run them', 'open codex and type /hooks')
}
