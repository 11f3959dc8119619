// From wanted lines to cuts worth making: no cut that its marker eats up, no brace left on its own.
import { Kind } from '../split/line-kinds.js'
import type { Structure } from '../split/structure.js'

/** A compact marker's tokens, and what a cut must save beyond it to be worth the reader's eye. */
export const MARKER_TOKENS = 8
const WORTHWHILE = 6

/** Keeps what is too small to cut. */
export function closeGaps(kept: Uint8Array, tokens: Float32Array): void {
  const count = kept.length
  for (let i = 0; i < count; i++) {
    if (kept[i] === 1) continue
    let end = i
    let saved = 0
    while (end < count && kept[end] === 0) saved += tokens[end++]!
    if (saved < MARKER_TOKENS + WORTHWHILE) kept.fill(1, i, end)
    i = end
  }
}

/** Cuts runs that hold nothing but brackets and blank lines. */
export function dropDebris(kept: Uint8Array, levels: Uint8Array, structure: Structure): void {
  const { kinds } = structure
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0) continue
    let end = i
    let isDebris = true
    for (; end < kept.length && kept[end] === 1; end++) {
      const kind = kinds[end]
      const isEmpty = kind === Kind.Blank || kind === Kind.Closer || kind === Kind.Opener
      if (!isEmpty || levels[end] !== 0) isDebris = false
    }
    if (isDebris) kept.fill(0, i, end)
    i = end
  }
}
