// Pruning of the clients' built-in tools: whether it is on, the scripts that run wrapped commands, and what may
// prevent a client from using them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentClient, InstallPlace } from '../../clients/agent-client.js'
import { readPrunedBy } from '../../clients/claude/pruned-by.js'
import { CLAUDE_ENV_SCRIPT } from '../../clients/hook-names.js'
import type { InstallRecord } from '../../clients/install/install-record.js'
import { AGENT_CLIENTS } from '../../clients/registry.js'
import { nativeSettingsFile } from '../../native/native-file.js'
import { storedSettings } from '../../native/native-switch.js'
import { shellScripts } from '../../native/shell-scripts.js'
import { isNativeOff } from '../../settings/native-off.js'
import { checkCodexTrust } from './codex-trust-check.js'
import { bad, type Finding, note, ok } from './finding.js'

const ABOUT = 'built-in tools'
const FIX = 'mcp-pruner install --native'

export function checkNative(place: InstallPlace, record: InstallRecord | undefined): Finding[] {
  const clients = record?.native ?? []
  if (record === undefined || clients.length === 0) return [note(ABOUT, 'not pruned', FIX)]
  return [
    checkSwitch(place, clients),
    ...clients.map((client) => coverageOf(AGENT_CLIENTS[client])),
    ...(clients.some((client) => client === 'claude' || client === 'codex')
      ? checkScripts(place)
      : []),
    ...(clients.includes('claude') ? [...checkEnvFile(place), checkModule(place)] : []),
    ...(clients.includes('codex') ? checkCodexTrust(place, record) : []),
  ]
}

const coverageOf = ({ title, nativeReach }: AgentClient): Finding =>
  ok(title, `covers ${nativeReach}`)

function checkSwitch({ dataFolder, env }: InstallPlace, clients: readonly string[]): Finding {
  const file = nativeSettingsFile(dataFolder)
  const settings = storedSettings(dataFolder)
  if (settings === undefined) return bad(ABOUT, `${file} is missing: nothing is pruned`, FIX)
  if ('problem' in settings) {
    const fix = `correct it, or delete it and run: ${FIX}`
    return bad(ABOUT, `${file} ${settings.problem}, so nothing is pruned`, fix)
  }
  if (isNativeOff(env)) {
    return note(ABOUT, 'turned off by MCP_PRUNER_NATIVE in this environment', 'unset it')
  }
  return settings.on
    ? ok(ABOUT, `pruned in ${clients.join(', ')}`)
    : note(ABOUT, 'turned off', 'mcp-pruner native on')
}

function checkScripts({ dataFolder }: InstallPlace): Finding[] {
  return Object.entries(shellScripts(dataFolder)).flatMap(([file, text]) => {
    if (!existsSync(file)) return [bad('scripts', `${file} is missing`, FIX)]
    if (readFileSync(file, 'utf8') === text) return []
    return [bad('scripts', `${file} is from another version`, FIX)]
  })
}

/** A file of the user's own stays in effect. */
function checkEnvFile({ env, dataFolder }: InstallPlace): Finding[] {
  const own = env.CLAUDE_ENV_FILE
  if (own === undefined || own === '' || own === join(dataFolder, CLAUDE_ENV_SCRIPT)) return []
  const text = `CLAUDE_ENV_FILE is ${own}: failing commands of Claude Code are not pruned`
  return [note('Claude Code', text, `source ${join(dataFolder, CLAUDE_ENV_SCRIPT)} in it`)]
}

/** What prunes in Claude Code. */
function checkModule({ dataFolder }: InstallPlace): Finding {
  const by = readPrunedBy(dataFolder)
  if (by === 'nothing') {
    const text = 'its newest session ran neither the hooks module nor hooks: nothing was pruned'
    const fix = 'start another one, which tries hooks; see /hooks and /plugin if it runs none'
    return note('Claude Code', text, fix)
  }
  return ok('Claude Code', by === undefined ? PRUNED_BY_EITHER : PRUNED_BY[by])
}

const PRUNED_BY_EITHER = 'pruned by the hooks module or, where it does not run, by hooks'
const PRUNED_BY = {
  module: 'its newest session was pruned by the hooks module',
  hooks: 'its newest session ran no hooks module and was pruned by hooks',
}
