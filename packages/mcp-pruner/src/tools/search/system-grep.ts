// The system's grep, where there is no ripgrep. It searches what ripgrep would: no hidden file, none that
// git ignores, no binary file, and no symbolic link is followed.
import { join } from 'node:path'
import { childEnv } from '../../process/child-env.js'
import { runInGroup } from '../../process/process-group.js'
import { createLineReader } from '../../rpc/line-reader.js'
import { HeadTail } from '../head-tail.js'
import { columnAt, type Engine, MAX_STDERR_BYTES, outcomeOf } from './search.js'
import { createSearchable } from './searchable.js'

const MAX_LINE_BYTES = 64 * 1024 * 1024

export const createSystemGrepEngine = (command = 'grep'): Engine => ({
  name: 'grep',
  async search({ patterns, fixedString, caseSensitive }, target, sink, signal) {
    const stderr = new HeadTail(MAX_STDERR_BYTES)
    const isSearchable = createSearchable(target)
    let nameStart = ''
    const lines = createLineReader(
      (line) => {
        // A line without a NUL is the start of a name that holds a line break.
        if (!line.includes('\0')) nameStart += `${line}\n`
        const found = parseLine(nameStart + line)
        if (!found) return
        nameStart = ''
        if (!isSearchable(found.path)) return
        const { path, number, text } = found
        sink.add({
          path: target.isDirectory ? join(target.name, path) : target.name,
          line: number,
          column: fixedString ? columnOf(text, patterns, caseSensitive) : null,
          text: text.replace(/\r$/, ''),
        })
      },
      () => {},
      MAX_LINE_BYTES,
    )
    const exit = await runInGroup(
      command,
      [
        '-r',
        '-n',
        '-H',
        '-a',
        '--null',
        fixedString ? '-F' : '-E',
        ...(caseSensitive ? [] : ['-i']),
        ...patterns.flatMap((pattern) => ['-e', fixedString ? pattern : toPosix(pattern)]),
        ...(target.isDirectory ? ['--exclude-dir=.?*'] : []),
        '--',
        target.isDirectory ? '.' : target.path,
      ],
      {
        cwd: target.isDirectory ? target.path : '/',
        env: { ...childEnv(process.env), LC_ALL: UTF8_LOCALE, GREP_OPTIONS: '' },
        signal: AbortSignal.any([signal, sink.full]),
        onStdout: lines.push,
        onStderr: stderr.push,
      },
    )
    // Stopped in the middle of a line, it has written half a match.
    if (exit.code !== null) lines.end()
    return outcomeOf(sink, exit, stderr)
  },
})

const UTF8_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/** `path NUL line : text` */
function parseLine(line: string) {
  const nul = line.indexOf('\0')
  const colon = line.indexOf(':', nul)
  const number = Number(line.slice(nul + 1, colon))
  if (nul === -1 || colon === -1 || !Number.isSafeInteger(number)) return undefined
  return { path: line.slice(0, nul), number, text: line.slice(colon + 1) }
}

function columnOf(
  text: string,
  patterns: readonly string[],
  caseSensitive: boolean,
): number | null {
  const fold = (value: string) => (caseSensitive ? value : value.toLowerCase())
  const starts = patterns
    .map((pattern) => fold(text).indexOf(fold(pattern)))
    .filter((at) => at >= 0)
  if (starts.length === 0) return null
  return columnAt(Buffer.from(text), Buffer.byteLength(text.slice(0, Math.min(...starts))))
}

/** What people and models write for ripgrep, in the words of a POSIX extended expression. */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  '\\d': '[0-9]',
  '\\D': '[^0-9]',
  '\\s': '[[:space:]]',
  '\\S': '[^[:space:]]',
  '\\t': '\t',
}

const toPosix = (pattern: string): string =>
  pattern
    .replaceAll(/\\./gsu, (escaped) => POSIX_CLASSES[escaped] ?? escaped)
    .replaceAll('(?:', '(')
