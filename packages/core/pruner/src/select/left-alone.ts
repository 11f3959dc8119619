// Which texts are too small to gain: judged before anything else of the engine is needed.
import { countLines } from '../text/lines.js'
import type { PruneRequest } from '../types.js'

/** An answer's default bound in tokens. */
export const DEFAULT_MAX_TOKENS = 6000
/** For a condensed text: few characters, or a few lines unless they are very long ones. */
const SMALL = { lines: 40, characters: 1500, longLines: 8000 }
/** It would not even save the closing line. */
const TINY = 400

type Bounded = Pick<PruneRequest, 'text' | 'mode' | 'budget' | 'maxTokens'>

export const isCondensing = ({ mode }: Pick<PruneRequest, 'mode'>): boolean => mode === 'condense'

export const boundOf = ({ maxTokens = DEFAULT_MAX_TOKENS }: Pick<Bounded, 'maxTokens'>): number =>
  maxTokens

export function isLeftAlone(request: Bounded): boolean {
  const { text, budget } = request
  if (budget !== undefined) return false
  // A text with fewer characters than the bound's tokens fits; any other may not.
  if (!isCondensing(request)) return text.length < Math.min(TINY, boundOf(request))
  if (text.length < SMALL.characters) return true
  return text.length < SMALL.longLines && countLines(text) < SMALL.lines
}
