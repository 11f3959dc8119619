// The exact pass: of all ways to cut a text, the one with the least expected cost. A kept line costs its
// tokens, a run of cut lines costs its mark and its lines' expected cost to the reader, and a line
// inside a function or a section brings the signatures around it. Two states per line, kept and cut, and
// per open block a third one, nothing of it kept, which joins them where the block ends.
import type { Deadline } from '../deadline.js'
import { isHead, type Structure } from '../text/structure.js'

export interface LineCosts {
  readonly structure: Structure
  /** Tokens of each line, its ending included. */
  readonly tokens: Float32Array
  /** The expected cost of cutting each line; `MUST_STAY` for a line that may not be cut. */
  readonly losses: Float32Array
  /** Tokens of a mark. */
  readonly mark: number
  readonly deadline: Deadline
}

/** A power of two, which a 32-bit number holds exactly: anything less would be an ordinary loss. */
export const MUST_STAY = 2 ** 40
/** The first lines of a long signature show where a kept line is as well as all of them. */
const SIGNATURE_LINES = 6

export interface Choice {
  /** One byte per line: 1 kept, 0 cut. */
  readonly kept: Uint8Array
  /** Tokens, marks and expected losses. */
  readonly cost: number
}

const KEPT = 1
const CUT = 0

export function cheapest(
  { structure, tokens, losses, mark, deadline }: LineCosts,
  price = 1,
): Choice {
  const { kinds, blockEnds, headEnds } = structure
  const count = tokens.length
  deadline.spend(6 * count)
  // The state from which a line's best path came: bit 0 for kept, bit 1 for cut.
  const from = new Uint8Array(count)
  /** The head whose block is cut whole, if that is the best way to have this line cut. */
  const skipped = new Int32Array(count).fill(-1)
  const open: number[] = []
  /** Cost of having the head cut, less the losses up to it; and how many lines had to stay up to it. */
  const skipping: number[] = []
  const stayed: number[] = []
  let lost = 0
  let stay = 0
  let kept = 0
  let cut = Number.POSITIVE_INFINITY
  let signature = -1
  for (let i = 0; i < count; i++) {
    const mustStay = losses[i]! >= MUST_STAY
    if (mustStay) stay++
    else lost += losses[i]! * price
    const best = kept <= cut ? kept : cut
    const cutNow = mustStay ? Number.POSITIVE_INFINITY : best + losses[i]! * price
    const keptNow = tokens[i]! + (kept <= cut + mark ? kept : cut + mark)
    from[i] = (kept <= cut + mark ? 1 : 0) | (kept <= cut ? 2 : 0)
    kept = keptNow
    cut = cutNow
    if (blockEnds[i]! > i && isHead(kinds[i]!)) {
      open.push(i)
      skipping.push(cutNow - lost)
      stayed.push(stay)
      signature = Math.max(signature, Math.min(headEnds[i]!, i + SIGNATURE_LINES - 1))
    }
    if (i <= signature) cut = Number.POSITIVE_INFINITY
    while (open.length > 0 && blockEnds[open[open.length - 1]!]! <= i) {
      const head = open.pop()!
      const whole = skipping.pop()! + lost
      if (stayed.pop()! !== stay || whole >= cut) continue
      cut = whole
      skipped[i] = head
    }
  }
  const cost = Math.min(kept, cut + mark)
  return { kept: wayBack(kept <= cut + mark ? KEPT : CUT, from, skipped), cost }
}

function wayBack(last: number, from: Uint8Array, skipped: Int32Array): Uint8Array {
  const kept = new Uint8Array(from.length)
  let state = last
  for (let i = from.length - 1; i >= 0; i--) {
    if (state === KEPT) {
      kept[i] = 1
      state = from[i]! & 1 ? KEPT : CUT
      continue
    }
    if (skipped[i]! >= 0) i = skipped[i]!
    state = from[i]! & 2 ? KEPT : CUT
  }
  return kept
}
