// An answer found by structure decides what is shown: its lines are certain, all others are seldom needed, and
// errors that nobody asked about are represented by a few.

import { messageKind } from '../evidence/count-evidence.js'
import { Protection } from '../evidence/levels.js'
import type { Protected } from '../evidence/protect.js'
import type { NamedLines } from '../rules/names.js'
import type { SplitText } from '../text/lines.js'
import type { LineParts } from '../types.js'
import type { Answer } from './answer.js'

/** Factor for lines outside the answer. */
const ELSEWHERE = 0.02
const CONTEXT = 0.08
/** How many errors that nobody asked about are shown, each of another kind. */
const MAX_UNASKED = 3

/** The properties of a text that an answer decides. */
interface Undecided {
  readonly named: readonly NamedLines[]
  readonly inside: readonly LineParts[]
  readonly lines: {
    readonly split: SplitText
    readonly chances: Float32Array
    readonly certain: Uint8Array
    readonly protection: Protected
  }
}

export function withAnswer<Lines extends Undecided['lines']>(
  { lines, inside, named }: Undecided & { readonly lines: Lines },
  found: Answer,
) {
  const { split, chances, protection } = lines
  const answer = found.lines.length > 0 ? found : { ...found, lines: bestOf(chances) }
  const own = new Set(answer.lines)
  return {
    answer,
    named: answer.shape === 'none' ? named : [],
    isAboutAll: false,
    inside: inside.filter(({ line }) => !own.has(line - 1)),
    lines: {
      ...lines,
      chances: chancesWith(answer, chances),
      certain: certainLines(answer, lines.certain),
      protection: sampledProtection(protection, split, answer),
    },
  }
}

const MIN_SHOWN = 3

/** An answer that is just a mark helps nobody. */
function bestOf(chances: Float32Array): number[] {
  const ranked = Array.from(chances.keys()).sort((a, b) => chances[b]! - chances[a]!)
  return ranked.slice(0, MIN_SHOWN).sort((a, b) => a - b)
}

function chancesWith(answer: Answer, chances: Float32Array): Float32Array {
  const { elsewhere = ELSEWHERE } = answer
  const changed = chances.map((chance) => chance * elsewhere)
  for (const line of answer.context ?? []) changed[line] = Math.max(changed[line]!, CONTEXT)
  for (const line of answer.lines) changed[line] = 1
  return changed
}

/** Lines that rules found are kept in addition to an answer that may be incomplete. */
function certainLines(answer: Answer, found: Uint8Array): Uint8Array {
  const certain = answer.elsewhere === undefined ? new Uint8Array(found.length) : found.slice()
  for (const line of answer.lines) certain[line] = 1
  return certain
}

/** Errors outside the answer: the first of each kind, up to a few; the closing line counts the rest. */
function sampledProtection(protection: Protected, split: SplitText, answer: Answer): Protected {
  if (answer.keepsEvidence) return protection
  const levels = protection.levels.slice()
  const seen = new Set<string>()
  const own = new Set(answer.lines)
  const repeats = unfolded(protection.repeats, answer.lines)
  for (let i = 0; i < levels.length; i++) {
    if (levels[i] === Protection.Forbidden || levels[i] === Protection.None) continue
    if (levels[i] !== Protection.Evidence) {
      levels[i] = Protection.None
      continue
    }
    if (own.has(i)) continue
    if (seen.size < MAX_UNASKED) {
      const kind = messageKind(split, i)
      if (!seen.has(kind)) {
        seen.add(kind)
        continue
      }
    }
    levels[i] = Protection.None
  }
  return { ...protection, levels, repeats }
}

const MAX_UNFOLDED = 60

/** A few lines of the answer that only repeat others are not folded: one of them may be all that was asked for. */
function unfolded(repeats: Int32Array, lines: readonly number[]): Int32Array {
  const folded = lines.filter((line) => repeats[line]! > 0)
  if (folded.length === 0 || folded.length > MAX_UNFOLDED) return repeats
  const changed = repeats.slice()
  for (const line of folded) changed[line] = 0
  return changed
}
