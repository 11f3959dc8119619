// Codex. Its hook after a call sees only 10,000 characters, so a command is wrapped before it runs.
import { join } from 'node:path'
import { forwardedByCodex } from '../../settings/settings-table.js'
import { type AgentClient, type FileEdit, type InstallPlace, SERVER_KEY } from '../agent-client.js'
import { mcpToolHook, PERMISSION_MODE } from '../mcp-tool-hook.js'

export const codexFolder = ({
  env,
  home,
  project,
}: Pick<InstallPlace, 'env' | 'home' | 'project'>): string =>
  project === undefined ? env.CODEX_HOME || join(home, '.codex') : join(project, '.codex')

/** Codex passes a server only the environment variables that are listed. */
const FORWARDED = [...forwardedByCodex(), 'XDG_CACHE_HOME']

export const codex: AgentClient = {
  name: 'codex',
  title: 'Codex',
  commands: ['codex'],
  traces: ({ env, home }) => [env.CODEX_HOME || join(home, '.codex')],
  server: (place): FileEdit => ({
    file: join(codexFolder(place), 'config.toml'),
    format: 'toml',
    edits: [
      {
        kind: 'member',
        path: ['mcp_servers', SERVER_KEY],
        value: {
          command: place.node,
          args: [place.entry],
          env_vars: FORWARDED,
          // Listed directly: some models find deferred tools only by a search.
          omit_tools_from: ['code_mode', 'deferred'],
          default_tools_approval_mode: 'approve',
        },
      },
    ],
  }),
  native: (place): FileEdit[] => [
    {
      file: join(codexFolder(place), 'hooks.json'),
      format: 'json',
      edits: [
        {
          kind: 'element',
          path: ['hooks', 'PreToolUse'],
          value: {
            matcher: 'Bash',
            hooks: [
              mcpToolHook(place, 'codex', 'PreToolUse', {
                turn_id: '${turn_id}',
                ...PERMISSION_MODE,
              }),
            ],
          },
        },
      ],
    },
  ],
  userInstructions: (place) => join(codexFolder(place), 'AGENTS.md'),
  shows: 'structured content alone if there is any, also on error',
  nativeReach: 'shell commands of up to 8 s (failing too), inside scripts too',
  afterNative: 'Codex runs a hook only once you trust it: open codex and type /hooks',
}
