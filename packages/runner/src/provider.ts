// What the runner asks of an agent client, and the events that each client's own reports are translated into.
// Providers own the processes they start and end them before they return.

import type { PruningSummary } from './pruning-summary.js'

/** A stdio MCP server that the client starts. */
export interface McpServerConfig {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface ProviderRunOptions {
  readonly cwd: string
  /** The client's whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>
  readonly signal?: AbortSignal
}

export interface TokenUsage {
  readonly input_tokens: number
  readonly cached_input_tokens: number
  readonly output_tokens: number
}

export type McpFailureReason = 'exited' | 'unreachable'

export type ProviderEvent =
  | { readonly type: 'message'; readonly text: string }
  | {
      readonly type: 'tool_call'
      readonly id: string
      /** The MCP server's name; absent for the client's built-in tools. */
      readonly server?: string
      readonly tool: string
      readonly input: unknown
    }
  | {
      readonly type: 'tool_result'
      readonly id: string
      readonly server?: string
      readonly tool: string
      readonly ok: boolean
      readonly text: string
      readonly pruning?: PruningSummary
    }
  | {
      readonly type: 'mcp_failure'
      readonly server: string
      readonly reason: McpFailureReason
      readonly message: string
    }
  | ({ readonly type: 'usage' } & TokenUsage)
  /** Always the last event. */
  | { readonly type: 'result'; readonly ok: boolean; readonly error?: string }

export interface AgentProvider {
  readonly name: string
  run(prompt: string, options: ProviderRunOptions): AsyncIterable<ProviderEvent>
}
