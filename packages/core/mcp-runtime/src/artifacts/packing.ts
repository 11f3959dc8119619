// How the disk and Redis stores write a text: a header that describes and authenticates the content,
// then the bytes, compressed where that pays.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { type Prepared, UTF16 } from './fingerprint.js'

const COMPRESSED = 1
/** SHA-1, because Redis can compute it on the server. It detects damage; the other digest identifies the text. */
export const SEAL_BYTES = 20
const FLAGS_AT = SEAL_BYTES
const DIGEST_AT = FLAGS_AT + 1
const LENGTH_AT = DIGEST_AT + 32
/** The checksum of everything after it, flags, digest of the uncompressed bytes, and their number. */
const HEADER_BYTES = LENGTH_AT + 4
/** Below this a text fits in one disk block or network packet either way. */
const COMPRESS_FROM_BYTES = 1024
const WORTH_KEEPING = 0.9
/** Quality 1 halves source and logs at some 200 MB/s; higher ones cost more time than space. */
const BROTLI_QUALITY = 1

/** Nothing of zlib is touched until something is compressed: to load it takes longer than to store a short text. */
const compress = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  })

export async function pack({ bytes, flags, digest }: Prepared): Promise<Buffer> {
  const small = bytes.length >= COMPRESS_FROM_BYTES ? await compress(bytes) : undefined
  const pays = small !== undefined && small.length < bytes.length * WORTH_KEEPING
  const packed = Buffer.concat([Buffer.alloc(HEADER_BYTES), pays ? small : bytes])
  packed.writeUInt8(pays ? flags | COMPRESSED : flags, FLAGS_AT)
  digest.copy(packed, DIGEST_AT)
  packed.writeUInt32BE(bytes.length, LENGTH_AT)
  sealOf(packed).copy(packed)
  return packed
}

/** Whether a packed text is the same text, and undamaged. */
export function comparePacked(
  packed: Buffer,
  { flags, digest }: Prepared,
): 'same' | 'other' | 'damaged' {
  if (packed.length < HEADER_BYTES || !sealOf(packed).equals(packed.subarray(0, SEAL_BYTES))) {
    return 'damaged'
  }
  const same =
    (packed.readUInt8(FLAGS_AT) & ~COMPRESSED) === flags &&
    packed.subarray(DIGEST_AT, LENGTH_AT).equals(digest)
  return same ? 'same' : 'other'
}

const sealOf = (packed: Buffer): Buffer =>
  createHash('sha1').update(packed.subarray(SEAL_BYTES)).digest()

/** `undefined` if the bytes are not what was packed. */
export async function unpack(packed: Buffer): Promise<string | undefined> {
  if (packed.length < HEADER_BYTES) return undefined
  const flags = packed.readUInt8(FLAGS_AT)
  const length = packed.readUInt32BE(LENGTH_AT)
  const bytes = await bodyOf(packed.subarray(HEADER_BYTES), flags, length)
  if (bytes?.length !== length) return undefined
  const digest = createHash('sha256').update(bytes).digest()
  if (!digest.equals(packed.subarray(DIGEST_AT, LENGTH_AT))) return undefined
  return bytes.toString((flags & UTF16) !== 0 ? 'utf16le' : 'utf8')
}

async function bodyOf(stored: Buffer, flags: number, length: number): Promise<Buffer | undefined> {
  if ((flags & COMPRESSED) === 0) return stored
  try {
    // A damaged length must not cause an unbounded allocation.
    return await promisify(brotliDecompress)(stored, { maxOutputLength: Math.max(length, 1) })
  } catch {
    return undefined
  }
}
