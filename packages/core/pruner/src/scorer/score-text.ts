// The probability that each line is needed, from the requested scorer or the one that cannot fail.
import { DeadlineExceeded } from '../deadline.js'
import type { Scorer, ScoringInput } from '../types.js'
import { lexicalScorer } from './lexical.js'

export interface Scored {
  readonly chances: Float32Array
  /** The scorer that was actually used. */
  readonly scorer: Scorer
}

/** A scorer that fails is replaced by the one that needs nothing but the text. */
export function scoreText(preferred: Scorer, input: ScoringInput): Scored {
  try {
    return { chances: preferred.score(input), scorer: preferred }
  } catch (error) {
    if (error instanceof DeadlineExceeded || preferred === lexicalScorer) throw error
    const scorer: Scorer = { ...lexicalScorer, warning: 'scorer_unavailable' }
    return { chances: scorer.score(input), scorer }
  }
}
