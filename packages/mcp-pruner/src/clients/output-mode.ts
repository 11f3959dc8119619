// The format for each client and the part of it that its model is shown, by the client's name in each request. Agent clients get text:
// some show their model `structuredContent` instead of it, as one line of escaped JSON, and some show both.
import type { OutputMode } from '../call/tool.js'
import type { Settings } from '../settings/settings.js'
import { knownClient } from './known-clients.js'

export function outputModeFor(
  setting: Settings['output'],
  clientName: string | undefined,
): OutputMode {
  if (setting !== 'auto') return setting
  return knownClient(clientName) ? 'text' : 'structured'
}

/** Invalid arguments are explained in words to a model that would only see "Invalid params". */
export const hidesErrorData = (setting: Settings['output'], clientName: string | undefined) =>
  setting === 'auto' && knownClient(clientName)?.showsErrorData === false

/** Anything that a client would show its model besides the answer is not sent. */
export function withoutShownMeta<Result extends object>(
  result: Result,
  clientName: string | undefined,
): Result {
  const { isError } = result as { readonly isError?: boolean }
  const shows = knownClient(clientName)?.showsMeta ?? 'none'
  if (shows === 'none' || (shows === 'errors' && isError !== true)) return result
  const { _meta: _, ...rest } = result as Result & { readonly _meta?: unknown }
  return rest as Result
}

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
