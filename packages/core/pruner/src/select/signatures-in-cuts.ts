// Signatures inside long cuts. A reader who misses something in a long cut recovers all of it; if something may well be
// missing, the heads of a few functions, types or sections divide it, so that a miss costs one part. Heads are chosen by
// expected saving, best first.
import type { Deadline } from '../deadline.js'
import { Kind } from '../text/line-kinds.js'
import type { Structure } from '../text/structure.js'
import { MARK_TOKENS } from '../tokens/mark-tokens.js'

export interface UncertainCuts {
  readonly structure: Structure
  readonly tokens: Float32Array
  readonly chances: Float32Array
  /** The probability that anything needed was cut. */
  readonly missChance: number
  /** Tokens that may be added. */
  readonly room: number
  readonly deadline: Deadline
}

/** How often a reader who misses something recovers the cut rather than everything. */
const FETCHES_THE_CUT = 0.25
const MAX_SIGNATURES = 40
const DIVIDING: ReadonlySet<number> = new Set([Kind.Callable, Kind.Container, Kind.Heading])

interface Cut {
  /** 0-based; `to` is the line after the last. */
  readonly from: number
  readonly to: number
  /** The head that divides it best, or -1, and the expected saving in tokens. */
  readonly head: number
  readonly saved: number
}

/** The lines kept, with the heads that divide long cuts. */
export function keepSignatures(chosen: Uint8Array, input: UncertainCuts): Uint8Array {
  const { tokens, deadline, missChance } = input
  const sums = sumsOf(chosen, input)
  if (sums.cut === 0 || missChance === 0) return chosen
  const kept = chosen.slice()
  const cuts: Cut[] = cutsOf(chosen).map(([from, to]) => divided(from, to, input, sums))
  let { room } = input
  for (let added = 0; added < MAX_SIGNATURES; added++) {
    deadline.check()
    const best = cuts.reduce((a, b) => (b.saved > a.saved ? b : a))
    const { head, from, to } = best
    if (head < 0) break
    const cost = tokens[head]! + MARK_TOKENS
    if (cost > room) break
    room -= cost
    kept[head] = 1
    cuts.splice(cuts.indexOf(best), 1)
    cuts.push(divided(from, head, input, sums), divided(head + 1, to, input, sums))
  }
  return kept
}

interface Sums {
  /** Of the lines before each one. */
  readonly tokens: Float64Array
  readonly chances: Float64Array
  /** Heads of functions and types. */
  readonly heads: Int32Array
  /** Probability of all cut lines. */
  readonly cut: number
}

function sumsOf(kept: Uint8Array, { structure, tokens, chances, deadline }: UncertainCuts): Sums {
  const before = {
    tokens: new Float64Array(kept.length + 1),
    chances: new Float64Array(kept.length + 1),
  }
  deadline.spend(4 * kept.length)
  const heads: number[] = []
  let cut = 0
  for (let i = 0; i < kept.length; i++) {
    before.tokens[i + 1] = before.tokens[i]! + tokens[i]!
    before.chances[i + 1] = before.chances[i]! + chances[i]!
    if (kept[i] === 1) continue
    cut += chances[i]!
    if (DIVIDING.has(structure.kinds[i]!)) heads.push(i)
  }
  return { ...before, heads: Int32Array.from(heads), cut }
}

function cutsOf(kept: Uint8Array): [from: number, to: number][] {
  const cuts: [number, number][] = []
  for (let i = 0; i < kept.length; i++) {
    if (kept[i] === 1) continue
    const from = i
    while (i < kept.length && kept[i] === 0) i++
    cuts.push([from, i])
  }
  return cuts
}

/** A cut, and which of its heads divides it best. */
function divided(
  from: number,
  to: number,
  { missChance, deadline }: UncertainCuts,
  sums: Sums,
): Cut {
  const { tokens, chances, heads, cut } = sums
  const fetched = (a: number, b: number) =>
    (chances[b]! - chances[a]!) * (tokens[b]! - tokens[a]!) * perChance
  const perChance = (FETCHES_THE_CUT * missChance) / cut
  const whole = fetched(from, to)
  deadline.spend(to - from)
  let head = -1
  let saved = 0
  for (let at = firstFrom(heads, from); at < heads.length && heads[at]! < to; at++) {
    const line = heads[at]!
    const cost = tokens[line + 1]! - tokens[line]! + (line > from ? MARK_TOKENS : 0)
    const gain = whole - fetched(from, line) - fetched(line + 1, to) - cost
    if (gain <= saved) continue
    saved = gain
    head = line
  }
  return { from, to, head, saved }
}

/** The place of the first head at or after a line. */
function firstFrom(heads: Int32Array, line: number): number {
  let low = 0
  let high = heads.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (heads[middle]! < line) low = middle + 1
    else high = middle
  }
  return low
}
