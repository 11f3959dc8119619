// Claude Code. Its hooks call the server that is already running.
import { spawnSync } from 'node:child_process'
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
import type { ConfigEdit } from '../config/config-edit.js'
import { shellWords } from '../hook-command.js'
import { CLAUDE_ENV_SCRIPT } from '../hook-names.js'
import { claudeFolder } from './client-folder.js'
import { claudeModule } from './hooks.js'
import { olderHooks } from './older-hooks.js'
import { readPrunedBy } from './pruned-by.js'

const folder = ({ env, home }: InstallPlace): string => claudeFolder(env, home)

const settingsFile = (place: InstallPlace): string =>
  join(ofScope(place, folder(place), '.claude'), 'settings.json')

const serverFile = (place: InstallPlace): string =>
  ofScope(place, join(place.env.CLAUDE_CONFIG_DIR || place.home, '.claude.json'), '.mcp.json')

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

/** An edit that is missing here removes what an earlier install added. */
const settingsEdits = (place: InstallPlace): FileEdit => ({
  file: settingsFile(place),
  format: 'json',
  edits: [...envEdits(place), ...(hasModules(place) ? [] : hookEdits(place))],
})

const hookEdits = ({ hookKey }: InstallPlace): ConfigEdit[] =>
  Object.entries(olderHooks(hookKey)).map(([event, value]) => ({
    kind: 'element',
    path: ['hooks', event],
    value,
  }))

/** In the plugin until a session has run the module; the running server adds and removes them there. */
const needsOlderHooks = (place: InstallPlace): boolean =>
  hasModules(place) && readPrunedBy(place.dataFolder) !== 'module'

/** The first version that runs hooks modules. */
const MODULES_SINCE = '2.1.287'
const VERSION_LIMIT_MS = 5000
const versions = new Map<string, string>()

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
    settingsEdits(place),
    ...claudeModule(dirname(settingsFile(place)), place, VERSION, needsOlderHooks(place)),
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
