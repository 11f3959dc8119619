// The pass along the lines that a long question takes most often, see fading.ts: for one term, how near the best
// match is that fades quickly, and the best that fades slowly, side by side. Numbers are float64 as in plain
// JavaScript and are rounded to float32 where it would round them.
import {
  add,
  addPairs,
  atLeast,
  type Code,
  constant,
  get,
  I32,
  largerPairs,
  lessThan,
  load,
  loadByte,
  loadPair,
  loadTwice,
  multiply,
  multiplyPairs,
  pairOf,
  repeatWhile,
  set,
  storePair,
  V128,
  type WasmFunction,
  when,
  zeros,
} from './wasm-code.js'

/** All addresses are in bytes. */
export interface FadingKernel {
  /**
   * Adds to each of `lines` pairs of float32 in `output` the best match before, at or behind its line. A match
   * is a byte, and counts from `least` on; `ahead` has room for as many pairs. `factors` are three float64: what
   * is left of a match a line away, for either of a pair, and what all of it is multiplied by.
   */
  readonly fade: (
    matches: number,
    lines: number,
    least: number,
    output: number,
    ahead: number,
    factors: number,
  ) => void
}

const PAIR = 8
const FACTOR = 16

function fadeBody(): Code {
  const [matches, lines, least, output, ahead, factors] = [0, 1, 2, 3, 4, 5]
  const [line, here, keep, scale, best] = [6, 7, 8, 9, 10]
  const pairAt = (from: number) => add(get(from), multiply(get(line), constant(PAIR)))
  const fadeBest = set(best, multiplyPairs(get(best), get(keep)))
  const meetLine: Code[] = [
    set(here, loadByte(add(get(matches), get(line)))),
    when(atLeast(get(here), get(least)), set(best, largerPairs(get(best), pairOf(get(here))))),
  ]
  const nearest = largerPairs(get(best), loadPair(pairAt(ahead)))
  return [
    set(keep, load(get(factors))),
    set(scale, loadTwice(get(factors), FACTOR)),
    set(best, zeros),
    set(line, get(lines)),
    repeatWhile(
      get(line),
      set(line, add(get(line), constant(-1))),
      fadeBest,
      ...meetLine,
      storePair(pairAt(ahead), get(best)),
    ),
    set(best, zeros),
    repeatWhile(
      lessThan(get(line), get(lines)),
      fadeBest,
      storePair(
        pairAt(output),
        addPairs(loadPair(pairAt(output)), multiplyPairs(nearest, get(scale))),
      ),
      ...meetLine,
      set(line, add(get(line), constant(1))),
    ),
  ].flat()
}

export const FADING_KERNEL: WasmFunction = {
  name: 'fade',
  parameters: 6,
  locals: [
    [2, I32],
    [3, V128],
  ],
  body: fadeBody(),
}
