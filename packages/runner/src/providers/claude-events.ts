// Claude's messages → provider events.

import type { ProviderEvent } from '../provider.js'
import { pruningSummaryOf } from '../pruning-summary.js'
import type { ClaudeBlock, ClaudeMessage } from './claude-messages.js'

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
    const name = calls.get(block.tool_use_id) ?? { tool: 'unknown' }
    const ok = block.is_error !== true
    const text = textOf(block.content)
    const pruning = pruningSummaryOf(tool_use_result)
    const result: ProviderEvent = {
      type: 'tool_result',
      id: block.tool_use_id,
      ...name,
      ok,
      text,
      ...(pruning && { pruning }),
    }
    if (ok || name.server === undefined || !isConnectionClosed(text)) return [result]
    const { server } = name
    return [result, { type: 'mcp_failure', server, reason: 'exited', message: text }]
  })
}

/** The whole text: a tool's own error may well speak of a closed connection. */
const isConnectionClosed = (text: string) =>
  /^(?:MCP error -32000: )?Connection closed$/.test(text.trim())

function textOf(content: Extract<ClaudeBlock, { type: 'tool_result' }>['content'] = ''): string {
  if (typeof content === 'string') return content
  return content.map(({ type, text }) => text ?? `[${type}]`).join('\n')
}

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
