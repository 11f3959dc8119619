// Lines of an open file as text, within a byte limit. Anything but UTF-8 is refused: a model that
// sees replacement characters edits a file that does not exist.
import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { ToolFailure } from '../../call/tool.js'
import { fileFailure } from './confine.js'
import { fitVisible } from './fit-visible.js'
import { isPlainAscii, startWithin } from './utf8.js'

export interface LineRange {
  readonly startLine: number
  /** Inclusive; may be infinite. */
  readonly endLine: number
  readonly maxBytes: number
}

export interface TextPart {
  readonly text: string
  /** Everything before the range, if it fits into `maxBytes`; empty otherwise. */
  readonly before: string
  /** The range is larger than `maxBytes`. */
  readonly truncated: boolean
  /** The last line of a truncated part. */
  readonly nextLine: number | undefined
  /** Nothing in `text` needs an escape to be shown. */
  readonly isPlain: boolean
}

const MAX_CHUNK = 4 * 1024 * 1024
const UNKNOWN_SIZE_CHUNK = 65_536
const NEWLINE = 10
/** As far as git looks for a NUL, and for the same purpose. */
const SNIFFED = 8000

export interface OpenFile {
  readonly handle: FileHandle
  /** As reported by the file system: 0 for generated files. */
  readonly size: number
  readonly path: string
}

export async function readText(
  { handle, size: expected, path }: OpenFile,
  range: LineRange,
  signal: AbortSignal,
): Promise<TextPart> {
  const head: Buffer[] = []
  const body: Buffer[] = []
  let headSize = 0
  let size = 0
  let line = 1
  let position = 0
  const isWhole = range.startLine === 1 && range.endLine === Number.POSITIVE_INFINITY
  const chunkSize = expected > 0 ? Math.min(expected + 1, MAX_CHUNK) : UNKNOWN_SIZE_CHUNK

  // One read past the end confirms the end, unless the size already does.
  const isAtEnd = () => expected > 0 && position >= expected && position % chunkSize !== 0
  while (line <= range.endLine && size <= range.maxBytes && !isAtEnd()) {
    signal.throwIfAborted()
    const { bytesRead, buffer } = await handle
      .read(Buffer.allocUnsafe(chunkSize), 0, chunkSize)
      .catch((error: unknown) => {
        throw new ToolFailure(fileFailure(error, path), { cause: error })
      })
    if (bytesRead === 0) break
    const chunk = buffer.subarray(0, bytesRead)
    if (position === 0) refuseBinary(chunk, path)
    else if (isHole(chunk)) throw notText(path)
    position += bytesRead
    const from = offsetOfLine(chunk, line, range.startLine)
    const to = offsetOfLine(chunk, line, range.endLine + 1)
    if (from > 0 && headSize <= range.maxBytes) head.push(chunk.subarray(0, from))
    headSize += from
    if (to > from) body.push(chunk.subarray(from, to))
    size += Math.max(0, to - from)
    if (!isWhole) line += countNewlines(chunk)
  }

  const all = body.length === 1 && body[0] ? body[0] : Buffer.concat(body)
  const isPlain = isPlainAscii(all)
  const kept = isPlain
    ? all.subarray(0, range.maxBytes)
    : fitVisible(range.maxBytes, (bytes) => startWithin(all, bytes))
  const truncated = kept.length < all.length
  return {
    text: isPlain ? kept.toString('latin1') : decode(kept, path),
    isPlain,
    before: headSize <= range.maxBytes ? decode(Buffer.concat(head), path) : '',
    truncated,
    nextLine: truncated ? range.startLine + countNewlines(kept) : undefined,
  }
}

/** The offset of line `wanted` in a chunk whose first byte is on `line`; its length if that is further on. */
function offsetOfLine(chunk: Buffer, line: number, wanted: number): number {
  if (wanted === Number.POSITIVE_INFINITY) return chunk.length
  let offset = 0
  for (let at = line; at < wanted; at++) {
    const newline = chunk.indexOf(NEWLINE, offset)
    if (newline === -1) return chunk.length
    offset = newline + 1
  }
  return offset
}

function countNewlines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

/** Validated first and decoded then: a decoder that validates while decoding is several times slower. */
function decode(bytes: Buffer, path: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw new ToolFailure({ code: 'io_error', message: 'not valid UTF-8 text', subject: path })
}

/** A sparse part reads as NULs, gigabytes of them; no text has a run of that length. */
const isHole = (chunk: Buffer): boolean =>
  chunk.length >= SNIFFED &&
  chunk[0] === 0 &&
  chunk.subarray(0, SNIFFED).every((byte) => byte === 0)

const notText = (subject: string): ToolFailure =>
  new ToolFailure({ code: 'io_error', message: 'a binary file, not text', subject })

function refuseBinary(start: Buffer, path: string): void {
  if (!start.subarray(0, SNIFFED).includes(0)) return
  const isUtf16 =
    (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  if (!isUtf16) throw notText(path)
  const message = 'UTF-16 text, only UTF-8 can be read'
  throw new ToolFailure({ code: 'io_error', message, subject: path })
}
