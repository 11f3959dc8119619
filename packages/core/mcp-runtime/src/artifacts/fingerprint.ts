// A text's bytes and their digest, computed once for its id and for the store.
import { createHash } from 'node:crypto'

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
