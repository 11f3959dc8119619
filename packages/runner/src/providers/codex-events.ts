// Lines of `codex exec --json` → provider events.

import type { ProviderEvent } from '../provider.js'
import { pruningSummaryOf } from '../pruning-summary.js'
import { type Block, type FailureSigns, textOf, withFailure } from './tool-results.js'

interface CodexItem {
  readonly id: string
  readonly type: string
  readonly text?: string
  readonly message?: string
  readonly server?: string
  readonly tool?: string
  readonly arguments?: unknown
  readonly result?: { readonly content?: readonly Block[] } | null
  readonly error?: { readonly message?: string } | null
  readonly status?: string
  readonly command?: string
  readonly aggregated_output?: string
}

interface CodexLine {
  readonly type?: string
  readonly item?: CodexItem
  readonly message?: string
  readonly error?: { readonly message?: string }
  readonly usage?: {
    readonly input_tokens: number
    readonly cached_input_tokens?: number
    readonly output_tokens: number
  }
}

export interface CodexReading {
  readonly events: readonly ProviderEvent[]
  /** Why the turn failed; the process's end decides whether the run did. */
  readonly error?: string
}

export function readCodexLine(line: string): CodexReading {
  const parsed = parse(line)
  switch (parsed?.type) {
    case 'item.started':
    case 'item.completed':
      return { events: parsed.item ? itemEvents(parsed.item, parsed.type) : [] }
    case 'turn.completed':
      return { events: parsed.usage ? [usageEvent(parsed.usage)] : [] }
    case 'turn.failed':
      return { events: [], error: parsed.error?.message ?? 'the turn failed' }
    case 'error':
      return { events: [], error: parsed.message ?? 'unknown error' }
    default:
      return { events: [] }
  }
}

function parse(line: string): CodexLine | undefined {
  try {
    return JSON.parse(line) as CodexLine
  } catch {
    return undefined
  }
}

const usageEvent = (usage: NonNullable<CodexLine['usage']>): ProviderEvent => ({
  type: 'usage',
  input_tokens: usage.input_tokens,
  cached_input_tokens: usage.cached_input_tokens ?? 0,
  output_tokens: usage.output_tokens,
})

/** Items that are neither words nor tools (reasoning, to-do lists) are not shown. */
function itemEvents(item: CodexItem, stage: string): readonly ProviderEvent[] {
  const started = stage === 'item.started'
  switch (item.type) {
    case 'agent_message':
      return started ? [] : [{ type: 'message', text: item.text ?? '' }]
    case 'mcp_tool_call':
      return started ? [mcpCall(item)] : mcpResult(item)
    case 'command_execution':
      return [started ? commandCall(item) : commandResult(item)]
    default:
      return []
  }
}

const mcpName = ({ id, server = '', tool = '' }: CodexItem) => ({ id, server, tool })

const mcpCall = (item: CodexItem): ProviderEvent => ({
  type: 'tool_call',
  ...mcpName(item),
  input: item.arguments,
})

const FAILURE_SIGNS: FailureSigns = [
  [/^Transport closed$/, 'exited'],
  [/^timed out awaiting tools\/call /, 'unreachable'],
]

function mcpResult(item: CodexItem): readonly ProviderEvent[] {
  const pruning = pruningSummaryOf(item.result)
  // A tool's own error is a result; only a call that was refused or not answered has an error here.
  const error = item.error?.message
  return withFailure(
    {
      type: 'tool_result',
      ...mcpName(item),
      ok: item.status === 'completed',
      text: error ?? textOf(item.result?.content ?? []),
      ...(pruning && { pruning }),
    },
    error,
    FAILURE_SIGNS,
  )
}

const commandCall = ({ id, command }: CodexItem): ProviderEvent => ({
  type: 'tool_call',
  id,
  tool: 'shell',
  input: { command },
})

const commandResult = ({ id, status, aggregated_output }: CodexItem): ProviderEvent => ({
  type: 'tool_result',
  id,
  tool: 'shell',
  ok: status === 'completed',
  text: aggregated_output ?? '',
})
