// Bytes to lines, within a limit: a sender that never ends its line cannot fill the memory.
import { type OverlongLine, OverlongLineScan } from './overlong-line.js'

export const MAX_LINE_BYTES = 10 * 1024 * 1024

/** Shorter lines are accepted without checking the memory. */
const LONG_BYTES = 1024 * 1024

/** Most lines come in one part. */
function joined(parts: readonly Buffer[]): Buffer {
  const [only] = parts
  return only && parts.length === 1 ? only : Buffer.concat(parts)
}

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
  onTooLong: (line: OverlongLine, heldBytes: number) => void,
  maxBytes: number = MAX_LINE_BYTES,
  encoding: BufferEncoding = 'utf8',
  /** Whether a long line of so many bytes fits in memory now. */
  fits: (bytes: number) => boolean = () => true,
): LineReader {
  let parts: Buffer[] = []
  let size = 0
  let overlong: OverlongLineScan | undefined

  const add = (part: Buffer) => {
    if (overlong) return overlong.push(part)
    size += part.length
    if (part.length > 0) parts.push(part)
    if (size <= maxBytes) return
    overlong = scanned(parts)
    parts = []
  }
  const finish = () => {
    if (!overlong && size > LONG_BYTES && !fits(size)) overlong = scanned(parts)
    const tooLong = overlong?.end()
    const line = tooLong ? '' : joined(parts).toString(encoding)
    parts = []
    const held = size
    size = 0
    overlong = undefined
    if (tooLong) onTooLong(tooLong, held)
    else if (line.trim() !== '') onLine(line)
  }
  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        add(chunk.subarray(from, at))
        finish()
        from = at + 1
      }
      add(chunk.subarray(from))
    },
    end: finish,
  }
}
