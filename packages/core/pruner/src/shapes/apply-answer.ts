// An answer found by structure decides what is shown: its lines are certain, all others are needed seldom, and
// errors that nobody asked about are told by a few of them.
import { Protection } from '../evidence/levels.js'
import { messageKind } from '../evidence/message-kind.js'
import type { Protected } from '../evidence/protect.js'
import type { SplitText } from '../text/lines.js'
import type { Answer } from './answer.js'

/** What is left of the chances of lines that do not belong to the answer. */
const ELSEWHERE = 0.02
const CONTEXT = 0.08
/** Of errors that nobody asked about, so many are shown, each of another kind. */
const MOST_UNASKED = 3

export function chancesWith(answer: Answer, chances: Float32Array): Float32Array {
  const { elsewhere = ELSEWHERE } = answer
  const changed = chances.map((chance) => chance * elsewhere)
  for (const line of answer.context ?? []) changed[line] = Math.max(changed[line]!, CONTEXT)
  for (const line of answer.lines) changed[line] = 1
  return changed
}

export function certainLines(answer: Answer, count: number): Uint8Array {
  const certain = new Uint8Array(count)
  for (const line of answer.lines) certain[line] = 1
  return certain
}

/** Errors beside the answer: the first of each kind, up to a few; the closing line counts the rest. */
export function sampledProtection(
  protection: Protected,
  split: SplitText,
  answer: Answer,
): Protected {
  if (answer.keepsEvidence) return protection
  const levels = protection.levels.slice()
  const seen = new Set<string>()
  const own = new Set(answer.lines)
  for (let i = 0; i < levels.length; i++) {
    if (levels[i] === Protection.Forbidden || levels[i] === Protection.None) continue
    if (levels[i] !== Protection.Evidence) {
      levels[i] = Protection.None
      continue
    }
    if (own.has(i)) continue
    if (seen.size < MOST_UNASKED) {
      const kind = messageKind(split, i)
      if (!seen.has(kind)) {
        seen.add(kind)
        continue
      }
    }
    levels[i] = Protection.None
  }
  return { ...protection, levels }
}
