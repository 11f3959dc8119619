// A hook that calls the server which the client already runs, through an unlisted tool: no process for each call.
// Claude Code and Codex have such hooks, and fill in each `${…}`.
import { type InstallPlace, SERVER_KEY } from './agent-client.js'
import type { Json } from './config/config-edit.js'
import { NATIVE_HOOK_TOOL } from './hook-names.js'
import type { ClientName } from './registry.js'

/** Seconds. The client gives up a hook that takes longer, and continues without it. */
const HOOK_TIMEOUT_S = 5

/** `more`: fields of this client. Codex runs no hook whose input names a field that it cannot fill in. */
export const mcpToolHook = (
  { hookKey }: Pick<InstallPlace, 'hookKey'>,
  client: ClientName,
  event: string,
  more: Readonly<Record<string, Json>>,
): Json => ({
  type: 'mcp_tool',
  server: SERVER_KEY,
  tool: NATIVE_HOOK_TOOL,
  timeout: HOOK_TIMEOUT_S,
  input: {
    key: hookKey,
    client,
    hook_event_name: event,
    tool_name: '${tool_name}',
    tool_input: '${tool_input}',
    tool_use_id: '${tool_use_id}',
    session_id: '${session_id}',
    transcript_path: '${transcript_path}',
    cwd: '${cwd}',
    ...more,
  },
})

/** Before a call: the client's mode shows whether it will ask for permission. */
export const PERMISSION_MODE = { permission_mode: '${permission_mode}' }
