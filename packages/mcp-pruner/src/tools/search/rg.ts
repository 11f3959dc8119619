// ripgrep, read as it streams its JSON events.
import { join } from 'node:path'
import { childEnv } from '../../process/child-env.js'
import { runInGroup } from '../../process/process-group.js'
import { createLineReader } from '../../rpc/line-reader.js'
import { HeadTail } from '../head-tail.js'
import { columnAt, type Engine, MAX_STDERR_BYTES, outcomeOf } from './search.js'

/** Longer events are longer lines than anybody reads; they are left out rather than held in memory. */
const MAX_EVENT_BYTES = 64 * 1024 * 1024

type Text = { readonly text: string } | { readonly bytes: string }

interface MatchEvent {
  readonly type: string
  readonly data: {
    readonly path: Text
    readonly lines: Text
    readonly line_number: number
    readonly submatches: readonly { readonly start: number }[]
  }
}

export const createRgEngine = (command: string): Engine => ({
  name: 'rg',
  async search({ patterns, fixedString, caseSensitive }, target, sink, signal) {
    const stderr = new HeadTail(MAX_STDERR_BYTES)
    const lines = createLineReader(
      (line) => {
        // Most events of a search with few matches are begin and end: no need to parse them.
        if (!line.startsWith('{"type":"match"')) return
        const { data } = JSON.parse(line) as MatchEvent
        const text = bytesOf(data.lines)
        const start = data.submatches[0]?.start
        sink.add({
          path: nameOf(target, bytesOf(data.path).toString('utf8')),
          line: data.line_number,
          column: start === undefined ? null : columnAt(text, start),
          text: text.toString('utf8').replace(/\r?\n$/, ''),
        })
      },
      () => {},
      MAX_EVENT_BYTES,
    )
    const exit = await runInGroup(
      command,
      [
        '--json',
        '--no-config',
        ...(fixedString ? ['-F'] : []),
        ...(caseSensitive ? [] : ['-i']),
        ...patterns.flatMap((pattern) => ['-e', pattern]),
        '--',
        target.isDirectory ? '.' : target.path,
      ],
      {
        cwd: target.isDirectory ? target.path : '/',
        env: childEnv(process.env),
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

const bytesOf = (text: Text): Buffer =>
  'text' in text ? Buffer.from(text.text) : Buffer.from(text.bytes, 'base64')

/** From the folder that was searched to the root, so that `read` takes it as it is. */
const nameOf = (target: { name: string; isDirectory: boolean }, path: string): string =>
  target.isDirectory ? join(target.name, path) : target.name
