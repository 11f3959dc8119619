// The lines of Claude Code's session record: ~/.claude/projects/FOLDER/ID.jsonl. One message of the model
// is written as several lines, one for each block, and each repeats the message's usage: the first ones
// with the figures so far, the last one as billed.
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
import { claudeFolder } from './client-folder.js'

/** Inserted by the client, not typed by the user. */
const BY_THE_CLIENT =
  /^\s*(?:<(?:system-reminder|command-|local-command|task-notification)|\[Request interrupted|This session is being continued)/

export const claudeSession = {
  createParser: createClaudeParser,
  folder: (env, home) => join(claudeFolder(env, home), 'projects'),
  files: /\.jsonl$/,
  signature: /"sessionId"\s*:|"type"\s*:\s*"(?:user|assistant|summary|system)"/,
  isSignatureGeneric: true,
  isReadLive: true,
} as const satisfies SessionSource

function createClaudeParser(): LineParser {
  let started = false
  let lastUsage: string | undefined

  return (line) => {
    const events: SessionEvent[] = []
    const sessionId = textField(line.sessionId)
    if (!started && sessionId !== undefined && textField(line.cwd) !== undefined) {
      started = true
      events.push({ type: 'start', sessionId, cwd: textField(line.cwd) })
    }
    if (line.type === 'system' && line.subtype === 'compact_boundary') {
      events.push({ type: 'compacted' })
    }
    const { message } = line
    if (!isFields(message)) return events
    if (line.type === 'assistant') events.push(...assistantEvents(message))
    if (line.type === 'user') events.push(...userEvents(message, line.isMeta === true))
    return events
  }

  function assistantEvents(message: Readonly<Record<string, unknown>>): SessionEvent[] {
    const events: SessionEvent[] = []
    const id = textField(message.id)
    if (isFields(message.usage)) {
      const usage = usageOf(message.usage)
      const usageKey = JSON.stringify([id, usage])
      if (id === undefined || usageKey !== lastUsage) {
        const request = id === undefined ? {} : { request: id }
        events.push({ type: 'usage', model: textField(message.model), usage, ...request })
      }
      lastUsage = usageKey
    }
    for (const block of blocksOf(message.content)) {
      const text = textField(block.text)
      const thought = textField(block.thinking)
      if (block.type === 'text' && text?.trim()) events.push({ type: 'message', text })
      if (block.type === 'thinking' && thought?.trim()) {
        events.push({ type: 'thought', text: thought })
      }
      if (block.type === 'tool_use' && typeof block.id === 'string') {
        const name = textField(block.name) ?? ''
        events.push({ type: 'call', id: block.id, name, input: block.input })
      }
    }
    return events
  }
}

function userEvents(message: Readonly<Record<string, unknown>>, isMeta: boolean): SessionEvent[] {
  const events: SessionEvent[] = []
  const blocks = blocksOf(message.content)
  for (const block of blocks) {
    if (block.type !== 'tool_result' || typeof block.tool_use_id !== 'string') continue
    const text = textOfBlocks(block.content)
    events.push({ type: 'output', id: block.tool_use_id, text, isError: block.is_error === true })
  }
  if (events.length > 0 || isMeta) return events
  const text = textOfBlocks(message.content)
  if (text.trim() !== '' && !BY_THE_CLIENT.test(text)) events.push({ type: 'prompt', text })
  return events
}

function blocksOf(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : []
}

function usageOf(usage: Readonly<Record<string, unknown>>) {
  const cachedInputTokens = countField(usage.cache_read_input_tokens)
  const cacheWriteTokens = countField(usage.cache_creation_input_tokens)
  const byLifetime = isFields(usage.cache_creation) ? usage.cache_creation : {}
  const hourWriteTokens = countField(byLifetime.ephemeral_1h_input_tokens)
  return {
    inputTokens: countField(usage.input_tokens) + cachedInputTokens + cacheWriteTokens,
    cachedInputTokens,
    cacheWriteTokens,
    ...(hourWriteTokens > 0 && { hourWriteTokens }),
    outputTokens: countField(usage.output_tokens),
  }
}
