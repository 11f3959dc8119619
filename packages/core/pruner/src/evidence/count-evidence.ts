// Errors and failures are cut only for a bound, and then counted: how many are like others that are shown,
// and how many are not.
import type { Deadline } from '../deadline.js'
import type { SplitText } from '../text/lines.js'
import { Protection } from './levels.js'
import { messageKind } from './message-kind.js'
import type { Protected } from './protect.js'

export interface EvidenceCounts {
  readonly shown: number
  /** Cut, and of the same kind as one that is shown. */
  readonly folded: number
  /** Cut, with nothing like it shown. */
  readonly dropped: number
}

export function countEvidence(
  split: SplitText,
  { levels, repeats }: Protected,
  kept: Uint8Array,
  deadline: Deadline,
): EvidenceCounts {
  const shown: number[] = []
  const cut: number[] = []
  for (let i = 0; i < kept.length; i++) {
    if ((i & 1023) === 0) deadline.spend(2048)
    if (levels[i] !== Protection.Evidence) continue
    if (kept[i] === 1) shown.push(i)
    else if (repeats[i] === 0) cut.push(i)
  }
  if (cut.length === 0) return { shown: shown.length, folded: 0, dropped: 0 }
  const kindOf = (line: number): string => {
    deadline.spend(256)
    return messageKind(split, line)
  }
  const kinds = new Set(shown.map(kindOf))
  const folded = cut.filter((line) => kinds.has(kindOf(line))).length
  return { shown: shown.length, folded, dropped: cut.length - folded }
}
