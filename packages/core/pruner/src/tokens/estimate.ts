// How many o200k tokens a text has, without a tokenizer: a weighted sum of what one pass counts.
// docs/token-estimates.md explains how the weights were fitted and how far off they are.
import { shortUnits } from '../text/units.js'
import { type Counts, countInto, emptyCounts } from './features.js'

const WEIGHTS: Counts = {
  words: 0.965,
  longLetters: 0.126,
  caseChanges: 1.388,
  capitals: 0.093,
  digitGroups: 1.211,
  marks: 0.074,
  markRuns: 0.715,
  newlines: 0.493,
  blanks: 0.419,
  accented: 0.1,
  ideographs: 0.635,
  symbols: 0.9,
  otherWide: 0.4,
  dense: 0.591,
}

const scratch = emptyCounts()

/** Tokens of the units `from` to `to` of a text as a fraction: add fractions up before rounding. */
export function tokensIn(units: Uint16Array, from: number, to: number): number {
  const counts = countInto(scratch, units, from, to)
  return (
    WEIGHTS.words * counts.words +
    WEIGHTS.longLetters * counts.longLetters +
    WEIGHTS.caseChanges * counts.caseChanges +
    WEIGHTS.capitals * counts.capitals +
    WEIGHTS.digitGroups * counts.digitGroups +
    WEIGHTS.marks * counts.marks +
    WEIGHTS.markRuns * counts.markRuns +
    WEIGHTS.newlines * counts.newlines +
    WEIGHTS.blanks * counts.blanks +
    WEIGHTS.accented * counts.accented +
    WEIGHTS.ideographs * counts.ideographs +
    WEIGHTS.symbols * counts.symbols +
    WEIGHTS.otherWide * counts.otherWide +
    WEIGHTS.dense * counts.dense
  )
}

export function estimateTokens(text: string): number {
  return Math.ceil(tokensIn(shortUnits(text), 0, text.length))
}

const WHOLE = 200_000
const PIECE = 1000

/**
 * As `estimateTokens`, but of a text with over `most` characters only evenly spaced pieces are read: a no-op must not
 * take long.
 */
export function sampleTokens(text: string, most = WHOLE): number {
  if (text.length <= most) return estimateTokens(text)
  const pieces = most / PIECE
  let tokens = 0
  for (let i = 0; i < pieces; i++) {
    const from = Math.floor((i * (text.length - PIECE)) / (pieces - 1))
    tokens += tokensIn(shortUnits(text.slice(from, from + PIECE)), 0, PIECE)
  }
  return Math.ceil((tokens * text.length) / most)
}
