// What a client's model is shown of a tool's result.
import { knownClient } from './known-clients.js'

/** `unknown`: not known as an agent, so a program that reads what it likes. */
export type Shown = 'structured' | 'content' | 'both' | 'unknown'

export const shownBy = (clientName: string | undefined): Shown =>
  knownClient(clientName)?.shows ?? 'unknown'

/** What a list costs its reader: all of it, under the names that clients make of it, and the instructions. */
export function listAsShown(
  clientName: string | undefined,
  tools: readonly { readonly name: string }[],
  instructions: string,
): string {
  const known = knownClient(clientName)
  if (!known) return JSON.stringify(tools)
  const names = tools.map(({ name }) => `mcp__pruner__${name}`).join('\n')
  const told = known.showsInstructions
    ? `\n# MCP Server Instructions\n## pruner\n${instructions}`
    : ''
  return `${JSON.stringify(tools)}\n${names}${told}`
}
