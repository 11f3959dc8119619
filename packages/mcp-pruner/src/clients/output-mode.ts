// Some clients show their model `structuredContent` instead of the text, as one line of escaped JSON. They
// are sent text alone, which costs the model fewer tokens and can be read as it is.

import type { OutputMode } from '../call/tool.js'
import type { Settings } from '../process/settings.js'

/** `clientInfo.name` as Claude Code with the Claude Agent SDK, and Codex, send it. */
const SHOW_STRUCTURED_ONLY: ReadonlySet<string> = new Set(['claude-code', 'codex-mcp-client'])

/** Of a protocol error, this one's model sees the message and never the data. */
const HIDES_ERROR_DATA = 'claude-code'

export const hidesErrorData = (setting: Settings['output'], clientName: string | undefined) =>
  setting === 'auto' && clientName === HIDES_ERROR_DATA

export function outputModeFor(
  setting: Settings['output'],
  clientName: string | undefined,
): OutputMode {
  if (setting !== 'auto') return setting
  const known = clientName !== undefined && SHOW_STRUCTURED_ONLY.has(clientName)
  return known ? 'text' : 'structured'
}
