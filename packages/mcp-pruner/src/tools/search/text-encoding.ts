// The encoding of a file from its first bytes: a byte order mark names it, a NUL means that it is not text.
import type { FileHandle } from 'node:fs/promises'

export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be'

const SNIFFED_BYTES = 65_536
const MAX_DECODED_BYTES = 64 * 1024 * 1024

/** `undefined` if it is not text. */
export async function sniffEncoding(file: FileHandle): Promise<TextEncoding | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  const start = buffer.subarray(0, bytesRead)
  return byteOrderMark(start) ?? (start.includes(0) ? undefined : 'utf-8')
}

export function byteOrderMark(start: Buffer): Exclude<TextEncoding, 'utf-8'> | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8-bom'
  return undefined
}

/** A file as UTF-8 without a byte order mark; `undefined` if it is too large for that. */
export async function decodeFile(
  file: FileHandle,
  encoding: TextEncoding,
): Promise<Buffer | undefined> {
  const { size } = await file.stat()
  if (size > MAX_DECODED_BYTES) return undefined
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, 0)
  if (encoding === 'utf-8') return bytes.subarray(0, bytesRead)
  const label = encoding === 'utf-8-bom' ? 'utf-8' : encoding
  return Buffer.from(new TextDecoder(label).decode(bytes.subarray(0, bytesRead)))
}
