// Claude Code's hooks for versions and sessions that do not run the hooks module. They cost two requests for each
// call, so they are set up only where the module is not known to run; where it runs, the server ignores them.
import type { Json } from '../config/config-edit.js'
import { mcpToolHook, PERMISSION_MODE } from '../mcp-tool-hook.js'

const BEFORE_CALLS = 'Bash|Read'
const AFTER_CALLS = 'Bash|Grep|Read|mcp__.*'

const hooksOn = (
  hookKey: string,
  event: string,
  matcher: string,
  more: Readonly<Record<string, Json>>,
): Json => ({
  matcher,
  hooks: [mcpToolHook({ hookKey }, 'claude', event, { agent_id: '${agent_id}', ...more })],
})

/** By event. */
export const olderHooks = (hookKey: string): Readonly<Record<string, Json>> => ({
  PreToolUse: hooksOn(hookKey, 'PreToolUse', BEFORE_CALLS, PERMISSION_MODE),
  PostToolUse: hooksOn(hookKey, 'PostToolUse', AFTER_CALLS, {
    tool_response: '${tool_response}',
  }),
})
