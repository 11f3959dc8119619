// The lines of Copilot CLI's record of a session: ~/.copilot/session-state/ID/events.jsonl.
import { isRecord, type LineParser, type SessionEvent, textField } from './session-event.js'

export function createCopilotParser(): LineParser {
  return ({ type, data }) => {
    if (!isRecord(data)) return []
    const text = textField(data.content) ?? ''
    if (type === 'user.message') return text.trim() === '' ? [] : [{ type: 'prompt', text }]
    if (type === 'assistant.message') return messageEvents(text, data.toolRequests)
    if (type !== 'tool.execution_complete') return []
    const output = isRecord(data.result) ? (textField(data.result.content) ?? '') : ''
    const id = textField(data.toolCallId) ?? ''
    return [{ type: 'output', id, text: output, isError: data.success === false }]
  }
}

function messageEvents(text: string, requests: unknown): SessionEvent[] {
  const calls = Array.isArray(requests) ? requests.filter(isRecord) : []
  return [
    ...(text.trim() === '' ? [] : [{ type: 'said' as const, text }]),
    ...calls.map((call) => ({
      type: 'call' as const,
      id: textField(call.toolCallId) ?? '',
      name: textField(call.name) ?? '',
      input: call.arguments,
    })),
  ]
}
