// The lines of Codex's session record: ~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl. Messages to and from the
// model are `response_item`s; most `event_msg`s repeat them for the screen.
import { join } from 'node:path'
import {
  countField,
  isFields,
  type LineParser,
  type SessionEvent,
  textField,
  textOfBlocks,
} from '../sessions/session-event.js'
import type { SessionSource } from '../sessions/session-source.js'
import { RunningCommands } from './running-commands.js'

/** User messages written by the client: its environment, instructions, aborted turns. */
const BY_THE_CLIENT = /^\s*(?:<[a-z_]+>|# AGENTS\.md instructions)/

export const codexSession = {
  createParser: createCodexParser,
  folder: (env, home) => join(env.CODEX_HOME || join(home, '.codex'), 'sessions'),
  files: /^rollout-.*\.jsonl$/,
  signature: /^\s*\{[^\n]*"payload"\s*:/,
  isReadLive: true,
} as const satisfies SessionSource

function createCodexParser(): LineParser {
  let model: string | undefined
  let lastTotal: string | undefined
  const running = new RunningCommands()
  return ({ type, payload }) => {
    if (!isFields(payload)) return []
    if (type === 'session_meta') {
      const sessionId = textField(payload.id) ?? textField(payload.session_id) ?? ''
      return [{ type: 'start', sessionId, cwd: textField(payload.cwd) }]
    }
    if (type === 'turn_context') model = textField(payload.model) ?? model
    if (type === 'compacted') return [{ type: 'compacted' }]
    if (type === 'event_msg') {
      // Repeated when a rate limit changes: the session's total stays the same, and it is one request.
      const total = totalIn(payload)
      if (total !== undefined && total === lastTotal) return []
      lastTotal = total ?? lastTotal
      return usageEvents(payload, model)
    }
    if (type !== 'response_item') return []
    return itemEvents(payload).map((event) => running.follow(event))
  }
}

function totalIn({ type, info }: Readonly<Record<string, unknown>>): string | undefined {
  if (type !== 'token_count' || !isFields(info) || !isFields(info.total_token_usage))
    return undefined
  return JSON.stringify(info.total_token_usage)
}

function usageEvents(
  payload: Readonly<Record<string, unknown>>,
  model: string | undefined,
): SessionEvent[] {
  if (payload.type !== 'token_count' || !isFields(payload.info)) return []
  const last = payload.info.last_token_usage
  if (!isFields(last)) return []
  const usage = {
    inputTokens: countField(last.input_tokens),
    cachedInputTokens: countField(last.cached_input_tokens),
    cacheWriteTokens: countField(last.cache_write_input_tokens),
    outputTokens: countField(last.output_tokens),
  }
  return [{ type: 'usage', model, usage }]
}

function itemEvents(item: Readonly<Record<string, unknown>>): SessionEvent[] {
  const id = textField(item.call_id) ?? textField(item.id)
  switch (item.type) {
    case 'message':
      return messageEvents(textField(item.role), textOfBlocks(item.content))
    case 'reasoning': {
      const text = textOfBlocks(item.summary) || textOfBlocks(item.content)
      return text.trim() === '' ? [] : [{ type: 'thought', text }]
    }
    case 'function_call':
      return id === undefined ? [] : [{ ...callOf(id, item), input: parsed(item.arguments) }]
    case 'custom_tool_call':
      return id === undefined ? [] : [{ ...callOf(id, item), input: item.input }]
    case 'local_shell_call':
      return id === undefined
        ? []
        : [{ type: 'call', id, name: 'local_shell', input: item.action ?? {} }]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return id === undefined ? [] : [outputOf(id, item.output)]
    default:
      return []
  }
}

function messageEvents(role: string | undefined, text: string): SessionEvent[] {
  if (text.trim() === '') return []
  if (role === 'assistant') return [{ type: 'message', text }]
  return role === 'user' && !BY_THE_CLIENT.test(text) ? [{ type: 'prompt', text }] : []
}

function callOf(id: string, { name, namespace }: Readonly<Record<string, unknown>>) {
  const prefix = textField(namespace)
  const own = textField(name) ?? ''
  return { type: 'call' as const, id, name: prefix === undefined ? own : `${prefix}__${own}` }
}

/** A string, blocks, or an object with either and a success flag. */
function outputOf(id: string, output: unknown): SessionEvent {
  const held = isFields(output) ? output.content : output
  const text = textOfBlocks(held)
  const exited = /^Process exited with code (\d+)$/m.exec(text.slice(0, 500))?.[1]
  const failed = isFields(output) && output.success === false
  return { type: 'output', id, text, isError: failed || (exited !== undefined && exited !== '0') }
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return { arguments: text }
  }
}
