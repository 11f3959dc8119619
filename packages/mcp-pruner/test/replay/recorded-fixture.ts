// Sessions as Claude Code and Codex write them, small enough to count by hand.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

let uuid = 0
const at = (minute: number) => new Date(Date.UTC(2026, 10, 10, 9, minute)).toISOString()

export interface Usage {
  readonly input: number
  readonly cached: number
  readonly written?: number
  readonly output: number
}

/** One line for each message, as Claude Code records them. */
export function claudeSession(cwd: string) {
  const lines: object[] = []
  let minute = 0
  const line = (type: string, message: object) => {
    const common = { sessionId: 's1', cwd, uuid: `u${uuid++}`, timestamp: at(minute++) }
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
      line('assistant', { id: `m${uuid}`, content, ...(figures && { usage: figures }) })
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

/** 100 functions of twelve lines, of which number 50 is about retries. */
export function bigFile(): string[] {
  return Array.from({ length: 100 }, (_, i) => {
    const isWanted = i === 50
    const steps = Array.from(
      { length: 8 },
      (__, step) => `  const mixed${step} = shade * ${i * 10 + step} + brightness / ${step + 2}`,
    )
    return [
      isWanted
        ? 'export function retryDelay(attempt: number) {'
        : `export function colour${i}(shade: number) {`,
      ...(isWanted
        ? steps.map((__, step) => `  const backoff${step} = 100 * 2 ** (attempt + ${step})`)
        : steps),
      isWanted ? '  return Math.min(backoff7, 30_000)' : `  return saturate(mixed7 + ${i})`,
      '}',
      '',
    ]
  }).flat()
}

export const numbered = (lines: readonly string[]): string =>
  lines.map((line, i) => `${String(i + 1).padStart(6)}→${line}`).join('\n')
