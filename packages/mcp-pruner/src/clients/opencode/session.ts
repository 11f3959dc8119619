// A session of opencode as `opencode export ID` prints it: one object with all messages and their parts. The
// program itself keeps sessions in a database, see session-database.ts.
import { join } from 'node:path'
import {
  countField,
  isFields,
  type LineParser,
  type SessionEvent,
  textField,
} from '../sessions/session-event.js'
import type { SessionSource } from '../sessions/session-source.js'
import { storedSession, storedSessions } from './session-database.js'

type Fields = Readonly<Record<string, unknown>>

export const opencodeSession = {
  createParser: createOpencodeParser,
  folder: (env, home) => join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode'),
  files: /^(?!)/,
  signature: /^\s*\{\s*"info"\s*:\s*\{/,
  isReadLive: false,
  database: {
    name: /^opencode.*\.db$/,
    hint: 'a database, which Node 22.13 or newer reads; or write a session to a file with "opencode export ID > session.json" and replay that',
    sessions: storedSessions,
    read: storedSession,
  },
} as const satisfies SessionSource

function createOpencodeParser(): LineParser {
  return ({ info, messages }) => {
    if (!isFields(info) || !Array.isArray(messages)) return []
    const sessionId = textField(info.id) ?? ''
    return [
      { type: 'start', sessionId, cwd: textField(info.directory) },
      ...messages.filter(isFields).flatMap(messageEvents),
    ]
  }
}

function messageEvents({ info, parts }: Fields): SessionEvent[] {
  if (!isFields(info) || !Array.isArray(parts)) return []
  const all = parts.filter(isFields)
  if (info.role === 'user') {
    const text = all
      .flatMap((part) => (part.synthetic === true ? [] : (textField(part.text) ?? [])))
      .join('\n')
    return text.trim() === '' ? [] : [{ type: 'prompt', text }]
  }
  const model = textField(info.modelID)
  const events: SessionEvent[] = info.summary === true ? [{ type: 'compacted' }] : []
  let step: SessionEvent[] = []
  for (const part of all) {
    if (part.type === 'step-finish' && isFields(part.tokens)) {
      // The request precedes the outputs of the calls that it made.
      events.push(usageOf(part.tokens, model), ...step)
      step = []
    } else step.push(...partEvents(part))
  }
  return [...events, ...step]
}

function partEvents(part: Fields): SessionEvent[] {
  const text = textField(part.text) ?? ''
  if (part.type === 'text') return text.trim() === '' ? [] : [{ type: 'message', text }]
  if (part.type === 'reasoning') return text.trim() === '' ? [] : [{ type: 'thought', text }]
  if (part.type !== 'tool' || !isFields(part.state)) return []
  const { input, output, error, status } = part.state
  const id = textField(part.callID) ?? ''
  return [
    { type: 'call', id, name: textField(part.tool) ?? '', input },
    {
      type: 'output',
      id,
      text: textField(output) ?? textField(error) ?? '',
      isError: status === 'error',
    },
  ]
}

function usageOf(tokens: Fields, model: string | undefined): SessionEvent {
  const cache = isFields(tokens.cache) ? tokens.cache : {}
  const cachedInputTokens = countField(cache.read)
  const cacheWriteTokens = countField(cache.write)
  const usage = {
    inputTokens: countField(tokens.input) + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    outputTokens: countField(tokens.output) + countField(tokens.reasoning),
  }
  return { type: 'usage', model, usage }
}
