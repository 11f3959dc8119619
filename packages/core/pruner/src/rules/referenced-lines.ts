// Lines that the question or the call names by number are needed, and so are those around them.
import { referencesIn, withoutLineNumbers } from '../question/references.js'
import { ALL_FAMILIES, type Floor, type Rule } from './rule.js'

/** A longer range may be cut inside. */
const MAX_CERTAIN = 40

/** How often lines from a named one on, and those before it, were needed in recorded sessions. */
const FROM_NAMED = [0.35, 0.25, 0.2, 0.17, 0.16, 0.15, 0.15, 0.13, 0.12] as const
const BEFORE_NAMED = [0.35, 0.12, 0.1, 0.08, 0.07, 0.06, 0.05] as const

/** Factor for other lines if the question itself names some, and if it says nothing else. */
const BESIDES_NAMED = 0.25
const BESIDES_ALL = 0.001

export const referencedLines: Rule = {
  name: 'referenced-lines',
  families: ALL_FAMILIES,
  // What an agent says before a call names where a window opens, which the scorer knows: `goto 549`.
  questions: 'explicit',
  does: 'Makes lines that the question gives by number certain, boosts those around and downweights others.',
  effect: ({ input }) => {
    const references = referencesIn(input)
    if (references.length === 0) return undefined
    const saysMore = withoutLineNumbers(input).specific.length > 0
    const floors: Floor[] = []
    const certain: number[] = []
    for (const [from, to] of references) {
      for (let i = from; i <= to; i++) {
        if (to - from < MAX_CERTAIN) certain.push(i)
        floors.push([i, FROM_NAMED[0]])
      }
      for (const [distance, chance] of FROM_NAMED.entries()) floors.push([to + distance, chance])
      for (const [distance, chance] of BEFORE_NAMED.entries())
        floors.push([from - distance, chance])
    }
    return { factors: saysMore ? BESIDES_NAMED : BESIDES_ALL, floors, certain }
  },
}
