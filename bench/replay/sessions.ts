// Session files as Claude Code writes them, as many megabytes as asked for: reads of source files, command
// output and searches of mixed lengths, with a damaged line in each.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Made {
  readonly files: number
  readonly bytes: number
  readonly damaged: number
}

/** Real text: this repository's own sources. */
function sourcesOf(folder: string): { path: string; lines: string[] }[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|md)$/.test(entry.name))
    .filter((entry) => !/node_modules|build|dist/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }))
    .filter(({ lines }) => lines.length > 60)
}

const FILE_BYTES = 4_000_000

export function makeSessions(folder: string, repository: string, megabytes: number): Made {
  const sources = sourcesOf(join(repository, 'packages'))
  mkdirSync(folder, { recursive: true })
  let bytes = 0
  let files = 0
  let turn = 0
  while (bytes < megabytes * 1_000_000) {
    const lines: string[] = []
    let size = 0
    let input = 5000
    const add = (value: object | string) => {
      const line = typeof value === 'string' ? value : JSON.stringify(value)
      lines.push(line)
      size += line.length + 1
    }
    const common = { sessionId: `s${files}`, cwd: '/p', timestamp: '2026-11-10T09:00:00Z' }
    add({ type: 'user', ...common, message: { role: 'user', content: 'Find what is slow.' } })
    add('{"type":"assistant","message":{"content":[{"type":"te')
    for (;;) {
      if (size >= FILE_BYTES) break
      const { path, lines: text } = sources[turn % sources.length]!
      const other = sources[(turn * 7 + 3) % sources.length]!
      const [name = 'the'] = /[a-z]+[A-Z]\w+/.exec(text[20 + (turn % 30)] ?? '') ?? []
      const isRead = turn % 3 === 0
      const call = isRead
        ? { name: 'Read', input: { file_path: path } }
        : {
            name: 'Bash',
            input: { command: turn % 3 === 1 ? `cat ${path}` : `grep -rn ${name} .` },
          }
      const all = [...text, ...other.lines, ...text]
      const output = isRead
        ? all.map((line, i) => `${String(i + 1).padStart(6)}→${line}`).join('\n')
        : all.join('\n')
      input += 4000
      const content = [
        { type: 'text', text: `I look for ${name} and how it is used.` },
        { type: 'tool_use', id: `t${turn}`, ...call },
      ]
      const usage = { input_tokens: 4000, cache_read_input_tokens: input, output_tokens: 100 }
      add({
        type: 'assistant',
        ...common,
        message: { id: `m${turn}`, role: 'assistant', content, usage },
      })
      const result = { type: 'tool_result', tool_use_id: `t${turn}`, content: output }
      add({ type: 'user', ...common, message: { role: 'user', content: [result] } })
      turn += 1
    }
    writeFileSync(join(folder, `session-${files}.jsonl`), `${lines.join('\n')}\n`)
    files += 1
    bytes += size
  }
  return { files, bytes, damaged: files }
}
