// In data, a key that the question names is the beginning of the answer: what stands under it is the rest.
import type { Structure } from '../split/structure.js'
import type { NamedLines } from './named-lines.js'

/** Longer than this, a key holds a part of the document, and which of it was meant is not known. */
const LONGEST_BODY = 8
const MOST_LINES = 60

/** In place: the few lines under a named key are as likely as the key, and as certain. */
export function raiseBodies(
  named: readonly NamedLines[],
  { blockEnds }: Structure,
  chances: Float32Array,
  certain: Uint8Array,
): void {
  let left = MOST_LINES
  for (const { lines } of named) {
    for (const line of lines) {
      const size = blockEnds[line]! - line
      if (size <= 0 || size > LONGEST_BODY || size > left) continue
      left -= size
      for (let i = line + 1; i <= line + size; i++) {
        chances[i] = Math.max(chances[i]!, chances[line]!)
        if (certain[line] === 1) certain[i] = 1
      }
    }
  }
}
