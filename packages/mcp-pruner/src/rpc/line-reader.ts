// Bytes to lines, within a bound: a sender that never ends its line cannot fill the memory.
import { type OverlongLine, OverlongLineScan } from './overlong-line.js'

export const MAX_LINE_BYTES = 10 * 1024 * 1024

export interface LineReader {
  readonly push: (chunk: Buffer) => void
  /** A last line without an end still counts. */
  end(): void
}

/** `onTooLong` is called where the line ends, since its id may stand there. */
export function createLineReader(
  onLine: (line: string) => void,
  onTooLong: (line: OverlongLine) => void,
  maxBytes: number = MAX_LINE_BYTES,
  encoding: BufferEncoding = 'utf8',
): LineReader {
  let parts: Buffer[] = []
  let size = 0
  let overlong: OverlongLineScan | undefined

  const add = (part: Buffer) => {
    if (overlong) return overlong.push(part)
    size += part.length
    if (part.length > 0) parts.push(part)
    if (size <= maxBytes) return
    overlong = new OverlongLineScan()
    for (const held of parts) overlong.push(held)
    parts = []
  }
  const finish = () => {
    const tooLong = overlong?.end()
    const [only] = parts
    const bytes = only && parts.length === 1 ? only : Buffer.concat(parts)
    const line = bytes.toString(encoding)
    parts = []
    size = 0
    overlong = undefined
    if (tooLong) onTooLong(tooLong)
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
