// From wanted lines to cuts worth making: nothing kept without what places it, no cut that its marker
// eats up, no bracket left on its own.
import { Kind } from '../split/line-kinds.js'
import { isHead, type Structure } from '../split/structure.js'

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

/** A kept line brings the signatures of everything around it. */
export function enclose(kept: Uint8Array, structure: Structure): void {
  const { owners, headEnds, kinds } = structure
  const done = new Uint8Array(kept.length)
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 0 || kinds[i] === Kind.Blank) continue
    for (let head = owners[i]!; head >= 0 && done[head] === 0; head = owners[head]!) {
      done[head] = 1
      if (isHead(kinds[head]!)) kept.fill(1, head, headEnds[head]! + 1)
    }
  }
}

/** A fenced block is kept whole when most of what is wanted of it is: half an example misleads. */
export function keepFencesWhole(kept: Uint8Array, structure: Structure): void {
  const { kinds } = structure
  for (let i = 0; i < kept.length; i++) {
    if (kinds[i] !== Kind.Fence) continue
    let end = i
    let wanted = 0
    for (; end < kept.length && kinds[end] === Kind.Fence; end++) wanted += kept[end]!
    kept.fill(wanted > 0 ? 1 : 0, i, end)
    i = end - 1
  }
}
