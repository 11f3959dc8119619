// Sessions as Claude Code and Codex write them, small enough to count by hand.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

let uuid = 0
const at = (began: number, minute: number) => new Date(began + minute * 60_000).toISOString()

export interface Usage {
  readonly input: number
  readonly cached: number
  readonly written?: number
  readonly output: number
}

/** One line for each message, as Claude Code records them. */
export function claudeSession(cwd: string, began = Date.UTC(2026, 10, 10, 9), model?: string) {
  const lines: object[] = []
  let minute = 0
  const line = (type: string, message: object) => {
    const common = { sessionId: 's1', cwd, uuid: `u${uuid++}`, timestamp: at(began, minute++) }
    lines.push({ type, ...common, message: { role: type, ...message } })
  }
  const session = {
    lines,
    prompt: (content: string) => (line('user', { content }), session),
    says(text: string, call?: { id: string; name: string; input: object }, usage?: Usage) {
      const content = [{ type: 'text', text }, ...(call ? [{ type: 'tool_use', ...call }] : [])]
      const figures = usage && {
        input_tokens: usage.input,
        cache_read_input_tokens: usage.cached,
        cache_creation_input_tokens: usage.written ?? 0,
        output_tokens: usage.output,
      }
      const named = model === undefined ? {} : { model }
      line('assistant', { id: `m${uuid}`, ...named, content, ...(figures && { usage: figures }) })
      return session
    },
    gets(id: string, text: string) {
      line('user', { content: [{ type: 'tool_result', tool_use_id: id, content: text }] })
      return session
    },
  }
  return session
}

export function writeSession(file: string, lines: readonly (object | string)[]): void {
  mkdirSync(dirname(file), { recursive: true })
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, `${text.join('\n')}\n`)
}

/** 1,200 lines of figures, and from line 601 on one function about retries. */
export function bigFile(): string[] {
  const lines = Array.from(
    { length: 1200 },
    (_, i) => `palette[${i}] = mix(${i}, ${(i * 7) % 255})`,
  )
  lines.splice(
    600,
    6,
    '',
    'export function retryDelay(attempt: number) {',
    '  const backoff = 100 * 2 ** attempt',
    '  return Math.min(backoff, 30_000)',
    '}',
    '',
  )
  return lines
}

export const numbered = (lines: readonly string[]): string =>
  lines.map((line, i) => `${String(i + 1).padStart(6)}→${line}`).join('\n')
