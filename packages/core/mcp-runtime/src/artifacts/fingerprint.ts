// A text's bytes and their digest, computed once for its id and for the store.
import { createHash, createHmac, type KeyObject } from 'node:crypto'

/** A flag of packed texts. */
export const UTF16 = 2

/** A text's bytes and their fingerprint, before compressing them. */
export interface Prepared {
  readonly bytes: Buffer
  readonly flags: number
  readonly digest: Buffer
}

/** A text is hashed for its id, and a moment later to be stored. */
let hashed: { readonly text: string; readonly prepared: Prepared } | undefined
const MAX_HELD_CHARS = 8 * 1024 * 1024

export function prepare(text: string): Prepared {
  const known = hashed?.text === text ? hashed.prepared : undefined
  hashed = undefined
  return known ?? fingerprint(text)
}

/** SHA-256 of a well-formed text; `prepare` is likely called for the same text next. */
export function digestOf(text: string): Buffer {
  if (hashed?.text !== text) {
    const prepared = fingerprint(text)
    if (text.length > MAX_HELD_CHARS) return prepared.digest
    hashed = { text, prepared }
  }
  return hashed.prepared.digest
}

function fingerprint(text: string): Prepared {
  // UTF-8 cannot represent lone surrogates, and a store returns exactly what it was given.
  const wellFormed = text.isWellFormed()
  const bytes = Buffer.from(text, wellFormed ? 'utf8' : 'utf16le')
  const digest = createHash('sha256').update(bytes).digest()
  return { bytes, flags: wellFormed ? 0 : UTF16, digest }
}

// Ids derived from content: the same text gets the same id, so storing it again stores nothing new,
// and two servers on one store agree without communicating. Where callers do not trust each other the ids
// depend on a secret: a guessed text does not reveal its id, nor whether it was stored.
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_CHARACTERS = 26

export function pruneIdOf(text: string, secret?: string | KeyObject): string {
  const digest =
    secret === undefined && text.isWellFormed() ? digestOf(text) : keyedDigest(text, secret)
  let id = 'prn_'
  for (let i = 0; i < ID_CHARACTERS; i++) id += CROCKFORD[fiveBits(digest, i * 5)]
  return id
}

/** UTF-8 maps every lone surrogate to one character; such texts are hashed as UTF-16 to stay distinct. */
function keyedDigest(text: string, secret: string | KeyObject | undefined): Buffer {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  if (text.isWellFormed()) return hash.update(text).digest()
  return hash.update('utf-16\0').update(text, 'utf16le').digest()
}

function fiveBits(bytes: Buffer, offset: number): number {
  const word = bytes.readUInt16BE(offset >> 3)
  return (word >> (11 - (offset & 7))) & 31
}
