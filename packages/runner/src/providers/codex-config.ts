// MCP servers → `codex --config key=value` overrides. Codex splits the key at every dot, quotes or not, and at
// the first equals sign, so a name that is not a bare key goes into the value, where TOML can quote it.

import { CALL_LIMIT_MS, STARTUP_LIMIT_MS } from '../limits.js'
import type { Environment } from '../mcpConfig.js'
import type { McpServerConfig } from '../provider.js'
import { isBareKey, type TomlValue, toml } from '../toml.js'

export function codexOverrides(
  mcpServers: Readonly<Record<string, McpServerConfig>>,
  env: Environment,
): readonly string[] {
  return Object.entries(mcpServers).flatMap(([name, server]) => {
    if (!isBareKey(name)) {
      throw new Error(
        `MCP server name ${JSON.stringify(name)}: Codex takes only letters, digits, _ and -`,
      )
    }
    return serverSettings(server, env).map(
      ([key, value]) => `mcp_servers.${name}.${key}=${toml(value)}`,
    )
  })
}

type Setting = readonly [key: string, value: TomlValue]

function serverSettings(
  { command, args, env: serverEnv = {} }: McpServerConfig,
  env: Environment,
): readonly Setting[] {
  const passedOn = Object.keys(env).filter(isServerSetting).sort()
  return [
    ['command', command],
    ...(args ? [['args', args] as const] : []),
    ...envSettings(serverEnv),
    // Codex passes a server only the variables that are named.
    ...(passedOn.length > 0 ? [['env_vars', passedOn] as const] : []),
    // Listed to the model directly, not behind a tool search nor as functions of a code interpreter.
    ['omit_tools_from', ['code_mode', 'deferred']],
    ['default_tools_approval_mode', 'approve'],
    ['startup_timeout_sec', seconds(STARTUP_LIMIT_MS)],
    ['tool_timeout_sec', seconds(CALL_LIMIT_MS)],
    // Without it the first request leaves without the tools if the server takes more than half a second,
    // and a server that cannot start is silently ignored. The provider then runs again without it.
    ['required', true],
  ]
}

const seconds = (milliseconds: number) => BigInt(milliseconds / 1_000)

function envSettings(env: Readonly<Record<string, string>>): readonly Setting[] {
  const entries = Object.entries(env)
  if (entries.every(([key]) => isBareKey(key))) {
    return entries.map(([key, value]) => [`env.${key}`, value] as const)
  }
  return [['env', env]]
}

/** Settings of the user for the server; those of the runner are already in its config. */
const isServerSetting = (name: string) =>
  /^(?:MCP_)?PRUNER_/.test(name) && name !== 'PRUNER_URL' && name !== 'MCP_PRUNER_CWD'
