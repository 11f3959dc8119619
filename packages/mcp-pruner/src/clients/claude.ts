// Claude Code. Its hooks of type `mcp_tool` ask the server that is already running: no process for each call.
import { join } from 'node:path'
import {
  type AgentClient,
  type FileEdit,
  type InstallPlace,
  SERVER_KEY,
  serverMember,
  stdioServer,
} from './agent-client.js'
import type { Json, Put } from './config/config-put.js'
import { CLAUDE_ENV_SCRIPT, NATIVE_HOOK_TOOL } from './hook-names.js'

const folder = ({ env, home }: InstallPlace): string =>
  env.CLAUDE_CONFIG_DIR || join(home, '.claude')

/** Seconds. A hook that takes longer is given up by the client, which then shows the original. */
const HOOK_TIMEOUT_S = 5

const settingsFile = (place: InstallPlace): string =>
  join(
    place.project === undefined ? folder(place) : join(place.project, '.claude'),
    'settings.json',
  )

const serverFile = ({ env, home, project }: InstallPlace): string =>
  project === undefined
    ? join(env.CLAUDE_CONFIG_DIR || home, '.claude.json')
    : join(project, '.mcp.json')

const hook = (event: string, more: Readonly<Record<string, Json>>): Json => ({
  type: 'mcp_tool',
  server: SERVER_KEY,
  tool: NATIVE_HOOK_TOOL,
  timeout: HOOK_TIMEOUT_S,
  input: claudeHookInput(event, more),
})

/** What the hidden tool is told; each `${…}` is filled in by the client. */
export const claudeHookInput = (event: string, more: Readonly<Record<string, Json>>): Json => ({
  client: 'claude',
  hook_event_name: event,
  tool_name: '${tool_name}',
  tool_input: '${tool_input}',
  tool_use_id: '${tool_use_id}',
  transcript_path: '${transcript_path}',
  cwd: '${cwd}',
  ...more,
})

export const BEFORE_CALLS = 'Bash|Read'
export const AFTER_CALLS = 'Bash|Grep|Read'

const hookPut = (event: string, matcher: string, more: Readonly<Record<string, Json>>): Put => ({
  kind: 'element',
  path: ['hooks', event],
  value: { matcher, hooks: [hook(event, more)] },
})

/**
 * Claude Code sources this file before each command of its Bash tool, in the same shell, and goes on without it
 * when it is gone. A file of the user's own stays in force; then failing commands are shown as they are.
 */
function envPuts({ platform, env, dataFolder }: InstallPlace): Put[] {
  const value = join(dataFolder, CLAUDE_ENV_SCRIPT)
  const own = env.CLAUDE_ENV_FILE
  if (platform === 'win32' || (own !== undefined && own !== '' && own !== value)) return []
  return [{ kind: 'member', path: ['env', 'CLAUDE_ENV_FILE'], value, unlessTaken: true }]
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
      // Without alwaysLoad the tools are only names behind a search.
      stdioServer(place, { type: 'stdio', env: {}, alwaysLoad: true }),
    ),
  allow: (place): FileEdit[] => [
    {
      file: settingsFile(place),
      format: 'json',
      puts: [{ kind: 'element', path: ['permissions', 'allow'], value: `mcp__${SERVER_KEY}` }],
    },
  ],
  native: (place): FileEdit[] => [
    {
      file: settingsFile(place),
      format: 'json',
      puts: [
        ...envPuts(place),
        hookPut('PreToolUse', BEFORE_CALLS, { permission_mode: '${permission_mode}' }),
        hookPut('PostToolUse', AFTER_CALLS, { tool_response: '${tool_response}' }),
      ],
    },
  ],
  instructions: (place) => join(place.project ?? folder(place), 'CLAUDE.md'),
  shows: 'structured content alone if there is any, as one line of JSON',
  nativeReach: 'Bash (failing too), Grep; Read narrowed to a range',
}
