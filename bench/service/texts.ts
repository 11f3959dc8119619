// Texts that differ from one another, as real ones do, so that nothing is answered from an earlier one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('../../packages/', import.meta.url))

const lines = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\/src\/.*\.ts$/.test(name) && !/\.(test|case|d)\.ts$/.test(name))
  .sort()
  .flatMap((name) => readFileSync(join(sources, name), 'utf8').split('\n'))

/** So many lines of this project's own code, after a first line of their own. */
export function codeOf(lineCount: number, n: number): string {
  const start = (n * 37) % lines.length
  const body = Array.from({ length: lineCount - 1 }, (_, i) => lines[(start + i) % lines.length])
  return `// text ${n}\n${body.join('\n')}`
}

/** As `codeOf`, up to a size in characters. */
export function codeOfSize(chars: number, n: number): string {
  return codeOf(Math.ceil(chars / 20), n).slice(0, chars)
}

export const pruneRequest = (text: string, n: number, timeoutMs = 30_000): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: n,
    method: 'tools/call',
    params: {
      name: 'prune_text',
      arguments: {
        text,
        goal_hint: 'how are lines scored by the words of the question',
        source_type: 'code',
        options: {
          max_prune_ratio: 0.95,
          min_keep_lines: 1,
          timeout_ms: timeoutMs,
          annotate_lines: false,
          include_markers: true,
        },
      },
    },
  })
