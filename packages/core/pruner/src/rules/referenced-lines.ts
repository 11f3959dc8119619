// Lines that the question or the call names by number are needed, and so are those around them.
import { referencesIn, withoutLineNumbers } from '../question/references.js'
import type { ScoringInput } from '../types.js'

/** A range longer than this may be cut inside. */
const MOST_CERTAIN = 40

/** How likely lines from a named one on, and those before it, have been needed in recorded sessions. */
const FROM_NAMED = [0.35, 0.25, 0.2, 0.17, 0.16, 0.15, 0.15, 0.13, 0.12] as const
const BEFORE_NAMED = [0.35, 0.12, 0.1, 0.08, 0.07, 0.06, 0.05] as const

/** What is left of other lines' chances where the question itself names some, and where it says no more. */
const BESIDES_NAMED = 0.25
const BESIDES_ALL = 0.001

/** Raises the chances of the lines that are named and of those around them; a line named alone is certain. */
export function raiseReferenced(
  chances: Float32Array,
  certain: Uint8Array,
  input: ScoringInput,
): void {
  // What an agent says before a call names where a window opens, which the scorer knows: `goto 549`.
  if (input.question.isImplicit) return
  const { context: _, ...asked } = input
  const raise = (line: number, chance: number) => {
    if (line >= 0 && line < chances.length && chances[line]! < chance) chances[line] = chance
  }
  const references = referencesIn(input)
  if (references.length > 0 && referencesIn(asked).length > 0) {
    const saysMore = withoutLineNumbers(input).specific.length > 0
    const left = saysMore ? BESIDES_NAMED : BESIDES_ALL
    for (let i = 0; i < chances.length; i++) chances[i]! *= left
  }
  for (const [from, to] of references) {
    if (to - from < MOST_CERTAIN) certain.fill(1, from, to + 1)
    for (let i = from; i <= to; i++) raise(i, FROM_NAMED[0])
    FROM_NAMED.forEach((chance, distance) => {
      raise(to + distance, chance)
    })
    BEFORE_NAMED.forEach((chance, distance) => {
      raise(from - distance, chance)
    })
  }
}
