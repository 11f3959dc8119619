// The hand-written scorer: the density of the goal's words at several widths, in the line's function, and in
// the signatures around it. The weights are a listwise logistic fit; the docs name the data.

import { Kind } from '../../text/line-kinds.js'
import type { Structure } from '../../text/structure.js'
import type { Scorer, ScoringInput } from '../../types.js'
import { rarity, scoreLines } from '../bm25.js'
import { calibrate } from '../calibration.js'
import { sum, unitCoverage, windowCoverage } from '../coverage.js'
import { box, maximum, triangle } from '../filters.js'
import { matchVocabulary } from '../match.js'
import { LEXICAL_CHANCES } from './chance-tables.js'
import { countPhrases } from './phrases.js'
import { findUnits, type Units, unitDensity } from './units.js'

const WEIGHTS = {
  line: 1.415,
  near3: 1.796,
  near8: -2.429,
  near24: 0.834,
  absolute8: 0.752,
  phrase: 0.531,
  window: 1.242,
  unitCoverage: 0.86,
  unitDensity: 0.88,
  unitSize: -0.508,
  signature: 3.293,
  ownerSignature: 2.923,
  isImport: -1.237,
  isComment: -0.835,
} as const

/** From the fit's scale to a probability. */
const SLOPE = 0.577
const OFFSET = -4.25

export const lexicalScorer: Scorer = {
  name: 'lexical',
  relevance(input) {
    const sums = relevance(input)
    input.checkDeadline()
    const scores = box(sums, 1)
    for (let i = 0; i < scores.length; i++) {
      if ((i & 8191) === 0) input.checkDeadline()
      scores[i] = 1 / (1 + Math.exp(-(SLOPE * scores[i]! + OFFSET)))
    }
    return scores
  },
  score(input) {
    return calibrate(this.relevance(input), input, LEXICAL_CHANCES)
  },
}

/** The weighted sum of each line's features; all zero if the text has no word of the goal. */
function relevance({ words, structure, question, checkDeadline }: ScoringInput): Float32Array {
  const { terms } = question
  const matches = matchVocabulary(words.vocabulary, terms, checkDeadline)
  const weights = rarity(words, matches, terms.length, checkDeadline)
  const total = sum(weights)
  const out = new Float32Array(words.starts.length - 1)
  if (total === 0) return out
  const line = scoreLines(words, matches, weights, checkDeadline)
  const near8 = triangle(line, 8)
  checkDeadline()
  for (let i = 0; i < out.length; i++) {
    if ((i & 4095) === 0) checkDeadline()
    out[i] = WEIGHTS.absolute8 * Math.log1p(near8[i]!)
  }
  add(out, line, WEIGHTS.line / total)
  checkDeadline()
  addRelative(out, near8, WEIGHTS.near8)
  addRelative(out, triangle(line, 3), WEIGHTS.near3)
  checkDeadline()
  addRelative(out, triangle(line, 24), WEIGHTS.near24)
  checkDeadline()
  addRelative(out, triangle(countPhrases(words, terms), 5), WEIGHTS.phrase)
  checkDeadline()
  add(out, windowCoverage(words, matches, weights, 10, checkDeadline), WEIGHTS.window)
  checkDeadline()
  const units = findUnits(structure, checkDeadline)
  const covered = unitCoverage(words, matches, weights, units)
  const density = unitDensity(line, units)
  checkDeadline()
  addUnits(out, units, covered, density, signatureScores(line, structure, units, total))
  checkDeadline()
  addKinds(out, line, structure, total)
  return out
}

function add(out: Float32Array, values: Float32Array, weight: number): void {
  for (let i = 0; i < out.length; i++) out[i]! += weight * values[i]!
}

/** Adds values as shares of the best one. */
function addRelative(out: Float32Array, values: Float32Array, weight: number): void {
  const max = maximum(values)
  if (max > 0) add(out, values, weight / max)
}

function signatureScores(
  line: Float32Array,
  { headEnds }: Structure,
  units: Units,
  total: number,
): Float32Array {
  const scores = new Float32Array(units.count)
  for (let unit = 0; unit < units.count; unit++) {
    const head = units.heads[unit]!
    if (head < 0) continue
    for (let i = head; i <= headEnds[head]!; i++) scores[unit]! += line[i]! / total
  }
  return scores
}

function addUnits(
  out: Float32Array,
  units: Units,
  covered: Float32Array,
  density: Float32Array,
  signatures: Float32Array,
): void {
  const densest = maximum(density) || 1
  const ofUnit = new Float32Array(units.count)
  for (let unit = 0; unit < units.count; unit++)
    ofUnit[unit] =
      WEIGHTS.unitCoverage * covered[unit]! +
      (WEIGHTS.unitDensity / densest) * density[unit]! +
      WEIGHTS.unitSize * Math.log1p(units.sizes[unit]!) +
      WEIGHTS.signature * signatures[unit]!
  for (let i = 0; i < out.length; i++) out[i]! += ofUnit[units.of[i]!]!
}

function addKinds(
  out: Float32Array,
  line: Float32Array,
  structure: Structure,
  total: number,
): void {
  const { kinds, owners } = structure
  // The score of the nearest class or module around each line; a head comes before what it owns.
  const ofContainer = new Float32Array(out.length)
  for (let i = 0; i < out.length; i++) {
    const head = owners[i]!
    if (head >= 0)
      ofContainer[i] = kinds[head] === Kind.Container ? line[head]! / total : ofContainer[head]!
    out[i]! += WEIGHTS.ownerSignature * ofContainer[i]!
    if (kinds[i] === Kind.Import) out[i]! += WEIGHTS.isImport
    else if (kinds[i] === Kind.Comment) out[i]! += WEIGHTS.isComment
  }
}
