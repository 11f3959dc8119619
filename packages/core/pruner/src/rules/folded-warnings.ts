// A warning like one that is shown adds little more than a count.
import { ALL_FAMILIES, type Rule } from './rule.js'

/** Factor for warnings like those shown. */
const LIKE_ONE_SHOWN = 0.02

export const foldedWarnings: Rule = {
  name: 'folded-warnings',
  families: ALL_FAMILIES,
  questions: 'any',
  does: 'Downweights warnings like one that is shown.',
  effect: ({ protection: { warnings } }) =>
    warnings === undefined
      ? undefined
      : { factors: Float32Array.from(warnings.likes, (like) => (like === 0 ? 1 : LIKE_ONE_SHOWN)) },
}
