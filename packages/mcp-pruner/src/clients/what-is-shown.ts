// Which part of a tool's result a client's model is shown.
import { knownClient } from './known-clients.js'

/** `unknown`: not known as an agent, so a program that may read anything. */
export type Shown = 'structured' | 'content' | 'both' | 'unknown'

export const shownBy = (clientName: string | undefined): Shown =>
  knownClient(clientName)?.shows ?? 'unknown'

/** The cost of a tool list: all of it, under the names that clients give the tools, plus the instructions. */
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
