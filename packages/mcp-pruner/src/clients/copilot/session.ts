// The lines of Copilot CLI's session record: ~/.copilot/session-state/ID/events.jsonl.
import { join } from 'node:path'
import {
  countField,
  isFields,
  type LineParser,
  type SessionEvent,
  textField,
} from '../sessions/session-event.js'
import type { SessionSource } from '../sessions/session-source.js'

export const copilotSession = {
  createParser: createCopilotParser,
  folder: (env, home) => join(env['COPILOT_HOME'] || join(home, '.copilot'), 'session-state'),
  files: /^events\.jsonl$/,
  signature:
    /"type"\s*:\s*"(?:session\.start|user\.message|assistant\.message|tool\.execution_\w+)"/,
  isReadLive: true,
  recordOf: (folder, session) => join(folder, session, 'events.jsonl'),
  hasNoCallIds: true,
} as const satisfies SessionSource

function createCopilotParser(): LineParser {
  return ({ type, data }) => {
    if (!isFields(data)) return []
    const text = textField(data.content) ?? ''
    switch (type) {
      case 'session.start':
        return [startOf(data)]
      case 'user.message':
        return text.trim() === '' ? [] : [{ type: 'prompt', text }]
      case 'assistant.message':
        return messageEvents(text, data.toolRequests)
      case 'assistant.usage':
        return [usageOf(data)]
      case 'session.compaction_complete':
        return [{ type: 'compacted' }]
      case 'hook.start':
        return hookEvents(data)
      case 'tool.execution_complete': {
        const output = isFields(data.result) ? (textField(data.result.content) ?? '') : ''
        const id = textField(data.toolCallId) ?? ''
        return [{ type: 'output', id, text: output, isError: data.success === false }]
      }
      default:
        return []
    }
  }
}

function hookEvents({ hookType, input }: Readonly<Record<string, unknown>>): SessionEvent[] {
  const atMs = isFields(input) ? input.timestamp : undefined
  return hookType === 'postToolUse' && typeof atMs === 'number' ? [{ type: 'hook', atMs }] : []
}

function startOf({ sessionId, context }: Readonly<Record<string, unknown>>): SessionEvent {
  const cwd = isFields(context) ? textField(context.cwd) : undefined
  return { type: 'start', sessionId: textField(sessionId) ?? '', cwd }
}

function usageOf(data: Readonly<Record<string, unknown>>): SessionEvent {
  const usage = {
    inputTokens: countField(data.inputTokens),
    cachedInputTokens: countField(data.cacheReadTokens),
    cacheWriteTokens: countField(data.cacheWriteTokens),
    outputTokens: countField(data.outputTokens),
  }
  return { type: 'usage', model: textField(data.model), usage }
}

function messageEvents(text: string, requests: unknown): SessionEvent[] {
  const calls = Array.isArray(requests) ? requests.filter(isFields) : []
  return [
    ...(text.trim() === '' ? [] : [{ type: 'message' as const, text }]),
    ...calls.map((call) => ({
      type: 'call' as const,
      id: textField(call.toolCallId) ?? '',
      name: textField(call.name) ?? '',
      input: call.arguments,
    })),
  ]
}
