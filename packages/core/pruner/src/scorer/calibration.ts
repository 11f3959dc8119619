// From a scorer's own scale to the probability that a line is needed. The same score means more in a short
// text than in a long one and more in code than in a listing, so each family has its own logistic curve.
// training/calibrate.py fits the trained scorer's on repositories that its network has not seen and prints
// how reliable it is; bench/quality/calibrate.ts does so for the hand-written scorer.
import type { Family } from '../text/family.js'

/**
 * ln(odds) = level + slope · ln(odds of the score) + size · ln(lines) + top · ln(odds of the best score):
 * where one line stands out, the others are needed less.
 */
export type Curve = readonly [level: number, slope: number, size: number, top: number]
export type CalibrationTable = Readonly<Record<Family, Curve>>

/** A probability is never certainty: what is certain is decided elsewhere. */
const MIN_CHANCE = 1e-5
const MAX_CHANCE = 0.98

/** In place: relevance to probabilities. `extra` is added to the log-odds of each line. */
export function calibrate(
  relevance: Float32Array,
  [level, slope, size, top]: Curve,
  checkDeadline: () => void,
  extra?: Float32Array,
): Float32Array {
  const start = level + size * Math.log(relevance.length || 1) + top * topLogOdds(relevance)
  for (let i = 0; i < relevance.length; i++) {
    if ((i & 8191) === 0) checkDeadline()
    const odds = start + slope * logOdds(relevance[i]!) + (extra?.[i] ?? 0)
    const chance = 1 / (1 + Math.exp(-odds))
    // A score that is not a number says nothing.
    relevance[i] = chance >= MIN_CHANCE ? Math.min(MAX_CHANCE, chance) : MIN_CHANCE
  }
  return relevance
}

const EDGE = 1e-6

export function logOdds(score: number): number {
  const inside = Math.max(EDGE, Math.min(1 - EDGE, score))
  return Math.log(inside / (1 - inside))
}

/** The best score, ignoring noise in a few lines: it shows whether the text contains what was asked for. */
export function topLogOdds(relevance: Float32Array): number {
  let top = 0
  for (let i = 0; i < relevance.length; i++) if (relevance[i]! > top) top = relevance[i]!
  return logOdds(top)
}
