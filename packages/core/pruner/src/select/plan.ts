// The lines in order of relevance, found once; every trial of a selection is then one pass.

export interface Plan {
  /** Lines by falling score; equal scores in reading order. */
  readonly order: Int32Array
  /** The place of each line in `order`. */
  readonly places: Int32Array
}

const STEPS = 1_000_000
const SPAN = 2 ** 31

/** Sorts numbers that hold score and line together: native, deterministic, no comparison function. */
export function planOf(scores: Float32Array): Plan {
  const count = scores.length
  let max = 0
  for (let i = 0; i < count; i++) if (scores[i]! > max) max = scores[i]!
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const fallen = max > 0 && scores[i]! > 0 ? 1 - scores[i]! / max : 1
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
