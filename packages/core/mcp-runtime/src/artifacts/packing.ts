// How the disk and Redis stores write a text: one header that says what follows and proves it whole,
// then the bytes, compressed where that pays.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

const COMPRESSED = 1
const UTF16 = 2
const DIGEST_BYTES = 32
/** Flags (1), digest of the bytes before compression (32), their number (4). */
export const PACKED_HEADER_BYTES = 1 + DIGEST_BYTES + 4
/** Below this a text fits in one disk block or network packet either way. */
const COMPRESS_FROM_BYTES = 1024
const WORTH_KEEPING = 0.9
/** Quality 1 halves source and logs at some 200 MB/s; higher ones cost more time than space. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** A text's bytes and their fingerprint, before any work is spent on compressing them. */
export interface Prepared {
  readonly bytes: Buffer
  readonly flags: number
  readonly digest: Buffer
}

export function prepare(text: string): Prepared {
  // UTF-8 cannot hold lone surrogates, and a store gives back exactly what it was given.
  const wellFormed = text.isWellFormed()
  const bytes = Buffer.from(text, wellFormed ? 'utf8' : 'utf16le')
  const digest = createHash('sha256').update(bytes).digest()
  return { bytes, flags: wellFormed ? 0 : UTF16, digest }
}

export async function pack({ bytes, flags, digest }: Prepared): Promise<Buffer> {
  const small = bytes.length >= COMPRESS_FROM_BYTES ? await compress(bytes, BROTLI) : undefined
  const pays = small !== undefined && small.length < bytes.length * WORTH_KEEPING
  const header = Buffer.allocUnsafe(PACKED_HEADER_BYTES)
  header.writeUInt8(pays ? flags | COMPRESSED : flags, 0)
  digest.copy(header, 1)
  header.writeUInt32BE(bytes.length, 1 + DIGEST_BYTES)
  return Buffer.concat([header, pays ? small : bytes])
}

/** Whether a packed text, or the header of one, holds the same text. */
export function holds(packed: Buffer, { flags, digest }: Prepared): boolean {
  return (
    packed.length >= PACKED_HEADER_BYTES &&
    (packed.readUInt8(0) & ~COMPRESSED) === flags &&
    packed.subarray(1, 1 + DIGEST_BYTES).equals(digest)
  )
}

/** `undefined` when the bytes are not what was packed. */
export async function unpack(packed: Buffer): Promise<string | undefined> {
  if (packed.length < PACKED_HEADER_BYTES) return undefined
  const flags = packed.readUInt8(0)
  const length = packed.readUInt32BE(1 + DIGEST_BYTES)
  const bytes = await body(packed.subarray(PACKED_HEADER_BYTES), flags, length)
  if (bytes?.length !== length) return undefined
  const digest = createHash('sha256').update(bytes).digest()
  if (!digest.equals(packed.subarray(1, 1 + DIGEST_BYTES))) return undefined
  return bytes.toString((flags & UTF16) !== 0 ? 'utf16le' : 'utf8')
}

async function body(stored: Buffer, flags: number, length: number): Promise<Buffer | undefined> {
  if ((flags & COMPRESSED) === 0) return stored
  try {
    // A damaged length must not make it allocate without bound.
    return await decompress(stored, { maxOutputLength: Math.max(length, 1) })
  } catch {
    return undefined
  }
}
