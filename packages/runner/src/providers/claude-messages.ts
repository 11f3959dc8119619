// The parts of the Claude Agent SDK's interface that are used here. They are written out because the SDK is
// an optional peer; the end-to-end suite compares them with the real one.

import type { Readable, Writable } from 'node:stream'
import type { Block } from './tool-results.js'

export interface ClaudeMcpServer {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
  readonly alwaysLoad: true
  /** Of a tool call, in milliseconds. */
  readonly timeout: number
}

export interface ClaudeSpawnRequest {
  readonly command: string
  readonly args: string[]
  readonly cwd?: string
  readonly env: Record<string, string | undefined>
}

export interface ClaudeProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly killed: boolean
  readonly exitCode: number | null
  kill(signal: NodeJS.Signals): boolean
}

export interface ClaudeOptions {
  readonly cwd: string
  readonly env: Record<string, string | undefined>
  readonly systemPrompt: { readonly type: 'preset'; readonly preset: 'claude_code' }
  readonly mcpServers?: Record<string, ClaudeMcpServer>
  readonly allowedTools?: string[]
  readonly abortController?: AbortController
  readonly spawnClaudeCodeProcess?: (request: ClaudeSpawnRequest) => ClaudeProcess
}

export interface ClaudeSdk {
  query(input: { prompt: string; options: ClaudeOptions }): AsyncIterable<ClaudeMessage>
}

export type ClaudeBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly input: unknown
    }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly is_error?: boolean
      readonly content?: string | readonly Block[]
    }

export type ClaudeMessage =
  | {
      readonly type: 'system'
      readonly subtype: string
      readonly tools?: readonly string[]
      readonly mcp_servers?: readonly { readonly name: string; readonly status: string }[]
    }
  | {
      readonly type: 'assistant'
      readonly message: { readonly content: readonly ClaudeBlock[] }
    }
  | {
      readonly type: 'user'
      readonly message: { readonly content: string | readonly ClaudeBlock[] }
      /** The tool's whole result, `_meta` included; only a string for an error. */
      readonly tool_use_result?: unknown
    }
  | {
      readonly type: 'result'
      readonly subtype: string
      readonly is_error: boolean
      readonly result?: string
      readonly errors?: readonly string[]
      readonly usage: {
        readonly input_tokens: number
        readonly output_tokens: number
        readonly cache_read_input_tokens?: number
        readonly cache_creation_input_tokens?: number
      }
    }
