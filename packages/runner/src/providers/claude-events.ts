// Claude's messages → provider events.

import type { ProviderEvent } from '../provider.js'
import { pruningSummaryOf } from '../pruning-summary.js'
import type { ClaudeBlock, ClaudeMessage } from './claude-messages.js'
import { type FailureSigns, textOf, withFailure } from './tool-results.js'

type MessageOf<Type> = Extract<ClaudeMessage, { type: Type }>

/** One per run: results name only the call's id, so the calls are remembered. */
export function claudeEventReader(
  servers: readonly string[],
): (message: ClaudeMessage) => readonly ProviderEvent[] {
  const calls = new Map<string, ToolName>()
  return (message) => {
    switch (message.type) {
      case 'system':
        return message.subtype === 'init' ? serverFailures(message, servers) : []
      case 'assistant':
        return message.message.content.flatMap((block) => assistantEvents(block, calls))
      case 'user':
        return toolResults(message, calls)
      case 'result':
        return resultEvents(message)
      default:
        return []
    }
  }
}

interface ToolName {
  readonly server?: string
  readonly tool: string
}

/** `mcp__SERVER__TOOL`, or the name of a tool of Claude's own. */
function toolName(name: string): ToolName {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? []
  return server !== undefined && tool !== undefined ? { server, tool } : { tool: name }
}

/** A server that died after `initialize` still counts as connected, but none of its tools is there. */
function serverFailures(
  { mcp_servers = [], tools = [] }: MessageOf<'system'>,
  servers: readonly string[],
): readonly ProviderEvent[] {
  return servers.flatMap((server): readonly ProviderEvent[] => {
    const status = mcp_servers.find(({ name }) => name === server)?.status ?? 'missing'
    if (status !== 'connected') {
      const message = `Claude reports the server as ${status}`
      return [{ type: 'mcp_failure', server, reason: 'unreachable', message }]
    }
    if (tools.some((name) => toolName(name).server === server)) return []
    const message = 'Claude is connected to the server, but has none of its tools'
    return [{ type: 'mcp_failure', server, reason: 'exited', message }]
  })
}

function assistantEvents(
  block: ClaudeBlock,
  calls: Map<string, ToolName>,
): readonly ProviderEvent[] {
  if (block.type === 'text') return [{ type: 'message', text: block.text }]
  if (block.type !== 'tool_use') return []
  const name = toolName(block.name)
  calls.set(block.id, name)
  return [{ type: 'tool_call', id: block.id, ...name, input: block.input }]
}

function toolResults(
  { message, tool_use_result }: MessageOf<'user'>,
  calls: ReadonlyMap<string, ToolName>,
): readonly ProviderEvent[] {
  if (typeof message.content === 'string') return []
  return message.content.flatMap((block): readonly ProviderEvent[] => {
    if (block.type !== 'tool_result') return []
    const { content = '' } = block
    const ok = block.is_error !== true
    const text = typeof content === 'string' ? content : textOf(content)
    const pruning = pruningSummaryOf(tool_use_result)
    return withFailure(
      {
        type: 'tool_result',
        id: block.tool_use_id,
        ...(calls.get(block.tool_use_id) ?? { tool: 'unknown' }),
        ok,
        text,
        ...(pruning && { pruning }),
      },
      ok ? undefined : text,
      FAILURE_SIGNS,
    )
  })
}

/** Whole texts: Claude words its own errors and a tool's alike, and a tool's may speak of a closed connection. */
const FAILURE_SIGNS: FailureSigns = [
  [/^(?:MCP error -32000: )?Connection closed$/, 'exited'],
  [/^MCP server "[^"]+" tool "[^"]+" timed out after \d+s$/, 'unreachable'],
]

function resultEvents(message: MessageOf<'result'>): readonly ProviderEvent[] {
  const { usage, subtype, is_error, result, errors } = message
  const { cache_read_input_tokens: read = 0, cache_creation_input_tokens: written = 0 } = usage
  const ok = subtype === 'success' && !is_error
  const error = errors?.join('; ') || result || subtype
  return [
    {
      type: 'usage',
      input_tokens: usage.input_tokens + read + written,
      cached_input_tokens: read,
      output_tokens: usage.output_tokens,
    },
    { type: 'result', ok, ...(!ok && { error }) },
  ]
}
