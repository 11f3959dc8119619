// Ids derived from content: the same text gets the same id, so storing it again stores nothing new,
// and two servers on one store agree without communicating. Where callers do not trust each other the ids
// depend on a secret: a guessed text does not reveal its id, nor whether it was stored.
import { createHash, createHmac } from 'node:crypto'
import { digestOf } from './fingerprint.js'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_CHARACTERS = 26

export function pruneIdOf(text: string, secret?: string): string {
  const digest =
    secret === undefined && text.isWellFormed() ? digestOf(text) : keyedDigest(text, secret)
  let id = 'prn_'
  for (let i = 0; i < ID_CHARACTERS; i++) id += CROCKFORD[fiveBits(digest, i * 5)]
  return id
}

/** UTF-8 maps every lone surrogate to one character; such texts are hashed as UTF-16 to stay distinct. */
function keyedDigest(text: string, secret: string | undefined): Buffer {
  const hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  if (text.isWellFormed()) return hash.update(text).digest()
  return hash.update('utf-16\0').update(text, 'utf16le').digest()
}

function fiveBits(bytes: Buffer, offset: number): number {
  const word = bytes.readUInt16BE(offset >> 3)
  return (word >> (11 - (offset & 7))) & 31
}
