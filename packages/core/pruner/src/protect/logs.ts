// In tool output: every line that says something failed, with a line of context on either side.
import type { Deadline } from '../deadline.js'
import type { SplitText } from '../split/lines.js'
import { isEvidence } from './evidence.js'
import { Protection } from './protect.js'

export function protectLogs(
  split: SplitText,
  levels: Uint8Array,
  _repeats: Uint8Array,
  deadline: Deadline,
): void {
  for (let i = 0; i < split.count; i++) {
    deadline.spend(Math.min(4000, split.ends[i]! - split.starts[i]!) + 64)
    if (!isEvidence(split, i)) continue
    if (i > 0 && levels[i - 1] === Protection.None) levels[i - 1] = Protection.Context
    levels[i] = Protection.Evidence
    if (i + 1 < split.count) levels[i + 1] = Protection.Context
  }
}
