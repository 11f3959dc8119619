// What each known agent client shows its model of a tool's result (measured, see docs/clients.md). A name
// is known by its beginning, because one client adds the server's name to its own.

/** `unknown`: not known as an agent, so a program that reads what it likes. */
export type Shown = 'structured' | 'content' | 'both' | 'unknown'

const SHOWN: readonly (readonly [prefix: string, shown: Shown])[] = [
  ['claude-code', 'structured'],
  ['codex-mcp-client', 'structured'],
  ['gemini-cli-mcp-client', 'content'],
  ['qwen-cli-mcp-client', 'both'],
  ['opencode', 'content'],
  ['kilo', 'content'],
  ['copilot-cli', 'both'],
  ['continue-cli-client', 'content'],
  ['@cline/core', 'both'],
  ['factory-cli', 'content'],
]

export function shownBy(clientName: string | undefined): Shown {
  if (clientName === undefined) return 'unknown'
  return SHOWN.find(([prefix]) => clientName.startsWith(prefix))?.[1] ?? 'unknown'
}
