// The lines in order of what they are worth, found once; every trial of a selection is then one pass.
import type { SplitText } from '../split/lines.js'

export interface Plan {
  /** Lines by falling worth; equal ones in reading order. */
  readonly order: Int32Array
  /** The place of each line in `order`. */
  readonly places: Int32Array
}

const STEPS = 1_000_000
const SPAN = 2 ** 31

/** Sorts numbers that hold worth and line together: native, deterministic, no comparison function. */
export function planOf(scores: Float32Array, split: SplitText): Plan {
  const count = scores.length
  const worth = worthOf(scores, split)
  let max = 0
  for (let i = 0; i < count; i++) if (worth[i]! > max) max = worth[i]!
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const fallen = max > 0 && worth[i]! > 0 ? 1 - worth[i]! / max : 1
    keys[i] = Math.round(fallen * STEPS) * SPAN + i
  }
  keys.sort()
  const order = new Int32Array(count)
  const places = new Int32Array(count)
  for (let place = 0; place < count; place++) {
    const line = keys[place]! % SPAN
    order[place] = line
    places[line] = place
  }
  return { order, places }
}

/** How strongly length counts against a line: measured, between not at all (0) and in full (1). */
const THRIFT = 0.4
const FREE_CHARACTERS = 10

/** Relevance for its price: of two lines that promise as much, the shorter is taken first. */
function worthOf(scores: Float32Array, { starts, count }: SplitText): Float32Array {
  const worth = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const from = Math.max(0, i - 1)
    const to = Math.min(count, i + 2)
    const length = (starts[to]! - starts[from]!) / (to - from)
    worth[i] = scores[i]! / (FREE_CHARACTERS + length) ** THRIFT
  }
  return worth
}
