// Bytes to lines, within a limit: a sender that never ends its line cannot fill the memory.
import { isAscii } from 'node:buffer'
import { type OverlongLine, OverlongLineScan } from './overlong-line.js'

export const MAX_LINE_BYTES = 10 * 1024 * 1024

/** Shorter lines are accepted without checking the memory. */
const LONG_BYTES = 1024 * 1024

/** Most long lines are ASCII, which takes less than half the time to decode as Latin-1. */
const textOf = (bytes: Buffer, encoding: BufferEncoding): string =>
  bytes.toString(isAscii(bytes) ? 'latin1' : encoding)

function scanned(parts: readonly Buffer[]): OverlongLineScan {
  const scan = new OverlongLineScan()
  for (const part of parts) scan.push(part)
  return scan
}

export interface LineReader {
  readonly push: (chunk: Buffer) => void
  /** A last line without a line break still counts. */
  end(): void
}

/** `onTooLong` is called where the line ends, since its id may be there. */
export function createLineReader(
  onLine: (line: string) => void,
  onTooLong: (line: OverlongLine, bytes: number) => void,
  maxBytes: number = MAX_LINE_BYTES,
  encoding: BufferEncoding = 'utf8',
  /** Whether a long line of so many bytes fits in memory now. */
  fits: (bytes: number) => boolean = () => true,
): LineReader {
  let parts: Buffer[] = []
  let size = 0
  let overlong: OverlongLineScan | undefined

  const add = (part: Buffer) => {
    size += part.length
    if (overlong) return overlong.push(part)
    parts.push(part)
    if (size <= maxBytes) return
    overlong = scanned(parts)
    parts = []
  }
  const deliver = (line: string) => {
    if (line.trim() !== '') onLine(line)
  }
  const finish = () => {
    if (!overlong && size > LONG_BYTES && !fits(size)) overlong = scanned(parts)
    const tooLong = overlong?.end()
    const line = tooLong ? '' : textOf(Buffer.concat(parts), encoding)
    parts = []
    const bytes = size
    size = 0
    overlong = undefined
    if (tooLong) onTooLong(tooLong, bytes)
    else deliver(line)
  }
  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        // Most lines come in one part, and what a chunk holds is in memory already.
        if (size === 0 && at - from <= maxBytes) deliver(chunk.toString(encoding, from, at))
        else {
          add(chunk.subarray(from, at))
          finish()
        }
        from = at + 1
      }
      if (from < chunk.length) add(chunk.subarray(from))
    },
    end: finish,
  }
}
