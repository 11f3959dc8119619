// read: one text file inside the root, whole or a range of its lines.

import { ARGUMENT_LIMITS, numberOf, type ReadAnswer, ReadArgumentsSchema } from '@jeeves/contracts'
import { signalOf } from '@jeeves/mcp-runtime'
import type * as z from 'zod'
import type { Call, Finished, Produced } from '../call/tool.js'
import { READ } from './definitions.js'
import { openFileInside, type Root, staysInRoot } from './files/confine.js'
import { readText } from './files/read-text.js'
import {
  failedAnswer,
  ownTool,
  type Presented,
  parseArguments,
  presenting,
  pruningOptions,
  unlessEmpty,
  withNotes,
} from './own-tool.js'

const ReadSchema = ReadArgumentsSchema.extend({
  start_line: numberOf(ARGUMENT_LIMITS.start_line).optional(),
  end_line: numberOf(ARGUMENT_LIMITS.end_line).optional(),
})
type ReadArgs = z.output<typeof ReadSchema>

interface ReadRaw {
  readonly content: string
  readonly bytes: number
  readonly truncated: boolean
  readonly nextLine: number | undefined
  /** `content` is shown as it is. */
  readonly isPlain: boolean
}

/** A disk that does not answer is a failed read, not an endless call. */
const TIME_LIMIT_MS = 30_000

export function createReadTool(root: Root) {
  return ownTool(READ, {
    parse: (input) =>
      parseArguments(ReadSchema, input, ({ file_path, start_line, end_line }) => [
        ...(typeof file_path === 'string' && !staysInRoot(root, file_path)
          ? [{ path: ['file_path'], code: 'custom' }]
          : []),
        ...(typeof start_line === 'number' && typeof end_line === 'number' && end_line < start_line
          ? [{ path: ['end_line'], code: 'custom' }]
          : []),
      ]),
    timeLimitMs: () => TIME_LIMIT_MS,
    timeLimitHint: 'try again with a narrower range of lines',
    reads: ({ file_path: what, start_line, end_line }) => ({
      what,
      ...(start_line !== undefined && { from: start_line }),
      ...(end_line !== undefined && { to: end_line }),
    }),
    run: (args, call) => read(root, args, call),
    shape: presenting(shape),
  })
}

async function read(
  root: Root,
  args: ReadArgs,
  { signal, reserve }: Call,
): Promise<Produced<ReadRaw>> {
  const { file_path, start_line = 1, end_line = Number.POSITIVE_INFINITY } = args
  const { max_output_bytes: maxBytes } = args
  const { handle, size } = await openFileInside(root, file_path)
  try {
    // For the range and for the text before it, each.
    reserve?.(Math.min(size, start_line > 1 ? 2 * maxBytes : maxBytes))
    const file = { handle, size, path: file_path }
    const range = { startLine: start_line, endLine: end_line, maxBytes }
    const { text, before, truncated, nextLine, isPlain } = await readText(
      file,
      range,
      signalOf(signal),
    )
    const bytes = isPlain ? text.length : Buffer.byteLength(text)
    const raw = { content: text, bytes, truncated, nextLine, isPlain }
    return {
      raw,
      text,
      apply: (pruned) => ({ ...raw, content: pruned.text, isPlain: false }),
      fileName: file_path,
      firstLine: start_line,
      ...(start_line > 1 && { whole: before + text }),
      requestOptions: pruningOptions(args),
    }
  } finally {
    // The answer does not depend on it.
    void handle.close().catch(() => undefined)
  }
}

function shape(finished: Finished<ReadArgs, ReadRaw>): Presented<ReadAnswer> {
  const { args, raw, failure, pruning, notes, warnings, durationMs } = finished
  if (failure || !raw) {
    const shown = failure ?? { code: 'io_error', message: 'cannot be read' }
    const code = shown.code === 'timeout' ? 'io_error' : shown.code
    return failedAnswer('read', { ...shown, code }, finished)
  }
  // Continuing at the line where it began would read the same again.
  const isOneLine = raw.nextLine === (args.start_line ?? 1)
  const goOn = isOneLine
    ? 'max_output_bytes raises the limit'
    : `continue with start_line=${raw.nextLine}`
  const cutOff = raw.truncated ? [`[cut off at ${raw.bytes} bytes; ${goOn}]`] : []
  const isPastEnd = raw.content === '' && (args.start_line ?? 1) > 1
  const pastEnd = isPastEnd ? [`[the file ends before line ${args.start_line}]`] : []
  const text = withNotes(raw.content, [...cutOff, ...pastEnd, ...notes], warnings)
  return {
    structured: {
      tool: 'read',
      file_path: args.file_path,
      encoding: 'utf-8',
      content: raw.content,
      truncated: raw.truncated,
      bytes: raw.bytes,
      duration_ms: durationMs,
      pruning,
      warnings: unlessEmpty(warnings),
    },
    text,
    isPlain: raw.isPlain && text === raw.content,
  }
}
