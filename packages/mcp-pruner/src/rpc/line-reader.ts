// Bytes to lines, within a bound: a client that never ends its line cannot fill the memory.

export const MAX_LINE_BYTES = 10 * 1024 * 1024

export interface LineReader {
  readonly push: (chunk: Buffer) => void
  /** A last line without an end still counts. */
  end(): void
}

export function createLineReader(
  onLine: (line: string) => void,
  onTooLong: () => void,
  maxBytes: number = MAX_LINE_BYTES,
): LineReader {
  let parts: Buffer[] = []
  let size = 0
  let skipping = false

  const add = (part: Buffer) => {
    if (skipping) return
    size += part.length
    if (size > maxBytes) {
      skipping = true
      parts = []
      onTooLong()
    } else if (part.length > 0) parts.push(part)
  }
  const finish = () => {
    const line = skipping ? '' : Buffer.concat(parts).toString('utf8')
    parts = []
    size = 0
    skipping = false
    if (line.trim() !== '') onLine(line)
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
