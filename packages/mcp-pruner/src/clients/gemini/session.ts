// Gemini CLI's session record: ~/.gemini/tmp/PROJECT/chats/session-….jsonl, one message per line, or
// session-….json of older versions, all messages in one object. A message is written again, whole, when something
// is added to it.
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

export const geminiSession = {
  createParser: createGeminiParser,
  folder: (_, home) => join(home, '.gemini', 'tmp'),
  files: /^session-.*\.jsonl?$/,
  signature: /"projectHash"\s*:|"type"\s*:\s*"gemini"/,
  isReadLive: true,
} as const satisfies SessionSource

function createGeminiParser(): LineParser {
  const seenMessages = new Set<string>()
  const called = new Set<string>()
  return (line) => {
    const { type, content } = line
    if (Array.isArray(line.messages)) {
      const parse = createGeminiParser()
      return [...startEvents(line), ...line.messages.filter(isFields).flatMap(parse)]
    }
    if (type === 'user') return promptEvents(content)
    if (type !== 'gemini') return startEvents(line)
    const id = textField(line.id) ?? ''
    const message = textOfBlocks(content)
    const events: SessionEvent[] = [...usageEvents(line, id)]
    if (message.trim() !== '' && !seenMessages.has(id)) {
      seenMessages.add(id)
      events.push({ type: 'message', text: message })
    }
    const calls = Array.isArray(line.toolCalls) ? line.toolCalls.filter(isFields) : []
    for (const call of calls) events.push(...callEvents(call, called))
    return events
  }
}

function startEvents(line: Readonly<Record<string, unknown>>): SessionEvent[] {
  const sessionId = textField(line.sessionId)
  if (sessionId === undefined || line.projectHash === undefined) return []
  const [folder] = Array.isArray(line.directories) ? line.directories : []
  return [{ type: 'start', sessionId, cwd: textField(folder) }]
}

function usageEvents(line: Readonly<Record<string, unknown>>, id: string): SessionEvent[] {
  const { tokens } = line
  if (!isFields(tokens)) return []
  const usage = {
    inputTokens: countField(tokens.input),
    cachedInputTokens: countField(tokens.cached),
    cacheWriteTokens: 0,
    outputTokens: countField(tokens.output) + countField(tokens.thoughts),
  }
  return [{ type: 'usage', model: textField(line.model), usage, ...(id !== '' && { request: id }) }]
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
  return [
    { type: 'call', id, name, input: call.args },
    { type: 'output', id, text: resultText(call.result), isError: call.status === 'error' },
  ]
}

/** `[{functionResponse: {response: {output}}}]`; anything else as it is. */
function resultText(result: unknown): string {
  const parts: unknown[] = Array.isArray(result) ? result : [result]
  const texts = parts.flatMap((part) => {
    const answered = isFields(part) && isFields(part.functionResponse) ? part.functionResponse : {}
    const response = isFields(answered.response) ? answered.response : {}
    return textField(response.output) ?? textField(response.error) ?? []
  })
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(result ?? '')
}
