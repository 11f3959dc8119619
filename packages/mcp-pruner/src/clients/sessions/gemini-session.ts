// The lines of Gemini CLI's record of a session: ~/.gemini/tmp/PROJECT/chats/session-….jsonl. A message is written
// again, whole, when something is added to it.
import {
  isRecord,
  type LineParser,
  type SessionEvent,
  textField,
  textOfBlocks,
} from './session-event.js'

export function createGeminiParser(): LineParser {
  const saidBy = new Set<string>()
  const called = new Set<string>()
  return (line) => {
    const { type, content } = line
    if (type === 'user') return promptEvents(content)
    if (type !== 'gemini') return []
    const id = textField(line.id) ?? ''
    const said = textOfBlocks(content)
    const events: SessionEvent[] = []
    if (said.trim() !== '' && !saidBy.has(id)) {
      saidBy.add(id)
      events.push({ type: 'said', text: said })
    }
    const calls = Array.isArray(line.toolCalls) ? line.toolCalls.filter(isRecord) : []
    for (const call of calls) events.push(...callEvents(call, called))
    return events
  }
}

function promptEvents(content: unknown): SessionEvent[] {
  const text = textOfBlocks(content)
  return text.trim() === '' || text.startsWith('<session_context>')
    ? []
    : [{ type: 'prompt', text }]
}

function callEvents(call: Readonly<Record<string, unknown>>, called: Set<string>): SessionEvent[] {
  const id = textField(call.id) ?? ''
  if (called.has(id)) return []
  called.add(id)
  const name = textField(call.name) ?? ''
  const text = outputOf(call.result)
  return [
    { type: 'call', id, name, input: call.args },
    { type: 'output', id, text, isError: call.status === 'error' },
  ]
}

/** As the model was given it: the response's `output`, or its `error`. */
function outputOf(result: unknown): string {
  const parts = Array.isArray(result) ? result.filter(isRecord) : []
  const texts = parts.map(({ functionResponse }) => {
    const response = isRecord(functionResponse) ? functionResponse.response : undefined
    return isRecord(response)
      ? (textField(response.output) ?? textField(response.error))
      : undefined
  })
  return texts.every((text) => text !== undefined) && texts.length > 0
    ? texts.join('\n')
    : JSON.stringify(result ?? '')
}
