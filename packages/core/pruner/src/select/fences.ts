// A fenced block is kept whole if any of it is: half an example misleads.
import { Kind } from '../text/line-kinds.js'
import type { Structure } from '../text/structure.js'

export function keepFencesWhole(kept: Uint8Array, { kinds }: Structure): void {
  for (let i = 0; i < kept.length; i++) {
    if (kinds[i] !== Kind.Fence) continue
    let end = i
    let keptFences = 0
    for (; end < kept.length && kinds[end] === Kind.Fence; end++) keptFences += kept[end]!
    kept.fill(keptFences > 0 ? 1 : 0, i, end)
    i = end - 1
  }
}
