// When evidence alone is more than an answer may hold: the first and the last of each kind stay, then the
// first, and in the end evidence competes with everything else for the room there is.
import { Protection } from '../protect/levels.js'
import { messageKind } from '../protect/message-kind.js'
import { MUST_STAY } from './cheapest.js'
import type { SelectionInput } from './select.js'

/** Ever weaker losses, in the order in which they are to be tried. */
export function* thinEvidence(
  input: SelectionInput,
  losses: Float32Array,
): Generator<Float32Array, void, undefined> {
  const { split, protection, deadline } = input
  const evidence: number[] = []
  let most = 0
  for (let i = 0; i < losses.length; i++) {
    if (losses[i]! < MUST_STAY) most = Math.max(most, losses[i]!)
    else if (protection.levels[i]! < Protection.Forbidden) evidence.push(i)
  }
  if (evidence.length === 0) return
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
  const soft = Math.max(1, most)
  const weaken = (isHeld: (line: number) => boolean) => {
    const weaker = losses.slice()
    for (const line of evidence) if (!isHeld(line)) weaker[line] = soft
    return weaker
  }
  yield weaken((line) => firsts.has(line) || lasts.has(line))
  yield weaken((line) => firsts.has(line))
  yield weaken(() => false)
}
