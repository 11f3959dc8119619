// Claude Code. Its hooks call the server that is already running.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { VERSION } from '../../process/version.js'
import {
  type AgentClient,
  type FileEdit,
  type InstallPlace,
  ofScope,
  SERVER_KEY,
  serverMember,
  stdioServer,
} from '../agent-client.js'
import type { ConfigEdit, Json } from '../config/config-edit.js'
import { shellWords } from '../hook-command.js'
import { CLAUDE_ENV_SCRIPT, claudeModuleRan } from '../hook-names.js'
import { mcpToolHook, PERMISSION_MODE } from '../mcp-tool-hook.js'
import { claudeModule, claudeModuleFile } from './hooks.js'

const folder = ({ env, home }: InstallPlace): string =>
  env.CLAUDE_CONFIG_DIR || join(home, '.claude')

const settingsFile = (place: InstallPlace): string =>
  join(ofScope(place, folder(place), '.claude'), 'settings.json')

const serverFile = (place: InstallPlace): string =>
  ofScope(place, join(place.env.CLAUDE_CONFIG_DIR || place.home, '.claude.json'), '.mcp.json')

/**
 * For versions that do not run the hooks module. They cost two requests for each call, so a version that runs it gets
 * none; if it was updated since, the server ignores them.
 */
const BEFORE_CALLS = 'Bash|Read'
const AFTER_CALLS = 'Bash|Grep|Read|mcp__.*'

const hookPut = (
  place: InstallPlace,
  event: string,
  matcher: string,
  more: Readonly<Record<string, Json>>,
): ConfigEdit => ({
  kind: 'element',
  path: ['hooks', event],
  value: {
    matcher,
    hooks: [mcpToolHook(place, 'claude', event, { agent_id: '${agent_id}', ...more })],
  },
})

/**
 * Claude Code sources this file before each command of its Bash tool, in the same shell, and continues without it
 * if it is missing. A file of the user's own stays in effect; then failing commands are shown unpruned.
 */
function envEdits({ platform, env, dataFolder }: InstallPlace): ConfigEdit[] {
  const value = join(dataFolder, CLAUDE_ENV_SCRIPT)
  const own = env.CLAUDE_ENV_FILE
  if (platform === 'win32' || (own !== undefined && own !== '' && own !== value)) return []
  return [{ kind: 'member', path: ['env', 'CLAUDE_ENV_FILE'], value, unlessTaken: true }]
}

/** An empty edit removes what an earlier install added. */
const olderHooks = (place: InstallPlace): FileEdit => ({
  file: settingsFile(place),
  format: 'json',
  edits: runsModules(place)
    ? []
    : [
        ...envEdits(place),
        hookPut(place, 'PreToolUse', BEFORE_CALLS, PERMISSION_MODE),
        hookPut(place, 'PostToolUse', AFTER_CALLS, { tool_response: '${tool_response}' }),
      ],
})

/** The first version that runs hooks modules. */
const MODULES_SINCE = '2.1.287'
const VERSION_LIMIT_MS = 5000
const versions = new Map<string, string>()

/** A policy may switch modules off: then there are sessions since the install, and the module never ran. */
function runsModules(place: InstallPlace): boolean {
  return hasModules(place) && !isModuleUnused(place)
}

export function isModuleUnused(place: InstallPlace): boolean {
  if (existsSync(claudeModuleRan(place.dataFolder))) return false
  const installed = changedAt(claudeModuleFile(dirname(settingsFile(place))))
  if (installed === undefined) return false
  const projects = join(folder(place), 'projects')
  const names = existsSync(projects) ? readdirSync(projects) : []
  // A session that begins adds a file to the folder of its project.
  return names.some((name) => (changedAt(join(projects, name)) ?? 0) > installed)
}

const changedAt = (file: string): number | undefined =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs

/** Going by the `claude` on PATH; `false` if it does not state its version. */
function hasModules({ env }: InstallPlace): boolean {
  // A relative entry refers to the project's own files.
  const path = (env.PATH ?? '').split(delimiter).filter(isAbsolute).join(delimiter)
  const known = versions.get(path)
  const version = known ?? versionOf({ ...env, PATH: path })
  versions.set(path, version)
  return version.localeCompare(MODULES_SINCE, 'en', { numeric: true }) >= 0
}

function versionOf(env: InstallPlace['env']): string {
  const limits = { timeout: VERSION_LIMIT_MS, env }
  const { stdout } = spawnSync('claude', ['--version'], { ...limits, encoding: 'utf8' })
  return /^\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0] ?? '0'
}

export const claude: AgentClient = {
  name: 'claude',
  title: 'Claude Code',
  commands: ['claude'],
  traces: (place) => [folder(place), serverFile({ ...place, project: undefined })],
  server: (place) =>
    serverMember(
      serverFile(place),
      'mcpServers',
      // Without alwaysLoad the model sees only the tools' names, behind a search.
      stdioServer(place, { type: 'stdio', env: {}, alwaysLoad: true }),
    ),
  allow: (place): FileEdit[] => [
    {
      file: settingsFile(place),
      format: 'json',
      edits: [{ kind: 'element', path: ['permissions', 'allow'], value: `mcp__${SERVER_KEY}` }],
    },
  ],
  native: (place): FileEdit[] => [
    olderHooks(place),
    ...claudeModule(dirname(settingsFile(place)), place.dataFolder, VERSION),
  ],
  // The user's own status line stays; `statusline -- COMMAND` shows both.
  statusline: (place): FileEdit[] => [
    {
      file: settingsFile(place),
      format: 'json',
      edits: [
        {
          kind: 'member',
          path: ['statusLine'],
          value: {
            type: 'command',
            command: shellWords([place.node, place.entry, 'statusline'], place.platform),
          },
          unlessTaken: true,
        },
      ],
    },
  ],
  userInstructions: (place) => join(folder(place), 'CLAUDE.md'),
  projectInstructions: 'CLAUDE.md',
  serverTool: /^mcp__/,
  shows: 'structured content alone if there is any, as one line of JSON',
  nativeReach: 'Read, Bash (failing too), Grep, tools of other MCP servers',
}
