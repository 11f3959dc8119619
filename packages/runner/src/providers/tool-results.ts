// Common parts of the clients' tool results.

import type { McpFailureReason, ProviderEvent } from '../provider.js'

/** How a client words that a call found no server, and what that says about the server. */
export type FailureSigns = readonly (readonly [wording: RegExp, reason: McpFailureReason])[]

export interface Block {
  readonly type: string
  readonly text?: string
}

export const textOf = (blocks: readonly Block[]): string =>
  blocks.map(({ type, text }) => text ?? `[${type}]`).join('\n')

/** The result, followed by the server's failure if the client's message shows one. */
export function withFailure(
  result: Extract<ProviderEvent, { type: 'tool_result' }>,
  clientSays: string | undefined,
  signs: FailureSigns,
): readonly ProviderEvent[] {
  const { server } = result
  if (server === undefined || clientSays === undefined) return [result]
  const message = clientSays.split('\n').at(-1)?.trim() ?? ''
  const reason = signs.find(([wording]) => wording.test(message))?.[1]
  return reason === undefined
    ? [result]
    : [result, { type: 'mcp_failure', server, reason, message }]
}
