// If evidence alone exceeds the answer's bound: the first and the last of each kind stay, then the
// first, and in the end evidence competes with everything else; what the question names
// is dropped only for a bound that it alone would exceed. More lines like those shown are shown only if
// the question asks what went wrong.

import { messageKind } from '../evidence/count-evidence.js'
import { Protection } from '../evidence/levels.js'
import { MUST_STAY } from './cheapest.js'
import type { SelectionInput } from './select.js'

/** More than any line costs, so that evidence is dropped before it only for lack of room. */
const WORTH_A_PLACE = 10_000

/** Weaker and weaker losses, in the order in which they are tried. */
export function* sampleEvidence(
  input: SelectionInput,
  losses: Float32Array,
): Generator<Float32Array, void, undefined> {
  const { split, protection, certain, fillsWithEvidence, deadline } = input
  const evidence: number[] = []
  const named: number[] = []
  let most = 0
  for (let i = 0; i < losses.length; i++) {
    if (losses[i]! < MUST_STAY) most = Math.max(most, losses[i]!)
    else if (certain[i] === 1) named.push(i)
    else if (protection.levels[i]! < Protection.Forbidden) evidence.push(i)
  }
  if (evidence.length + named.length === 0) return
  const first = new Map<string, number>()
  const last = new Map<string, number>()
  for (const line of evidence) {
    deadline.spend(256)
    const kind = messageKind(split, line)
    if (!first.has(kind)) first.set(kind, line)
    last.set(kind, line)
  }
  const firsts = new Set(first.values())
  const lasts = new Set(last.values())
  // Worth showing before anything else, but no more than that: as many as there is room for.
  const soft = Math.max(WORTH_A_PLACE, most)
  const weaken = (
    lines: readonly number[],
    isKept: (line: number) => boolean,
    worth: number = soft,
  ) => {
    const weaker = losses.slice()
    for (const line of lines) {
      if (!isKept(line)) weaker[line] = firsts.has(line) ? 2 * soft : worth
    }
    return weaker
  }
  yield weaken(
    evidence,
    (line) => firsts.has(line) || lasts.has(line),
    fillsWithEvidence ? soft : 0,
  )
  yield weaken(evidence, (line) => firsts.has(line))
  yield weaken(evidence, () => false)
  // What the question names is dropped last.
  yield weaken([...evidence, ...named], () => false)
}
