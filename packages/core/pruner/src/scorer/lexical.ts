// The hand-written scorer, for when the weights of the trained one cannot be read: the density of the goal's words at
// several widths, and in the signatures around a line. The weights are a listwise logistic fit; the docs name the data.
import { Kind } from '../text/line-kinds.js'
import { isHead, type Structure } from '../text/structure.js'
import type { Scorer, ScoringInput } from '../types.js'
import { rarity, scoreLines, totalOf, windowCoverage } from './bm25.js'
import { type CalibrationTable, calibrate } from './calibration.js'
import { box, maximum, triangle } from './filters.js'
import { matchVocabulary } from './match.js'

const WEIGHTS = {
  line: 1.415,
  near3: 1.796,
  near8: -2.429,
  near24: 0.834,
  absolute8: 0.752,
  window: 1.242,
  signature: 3.293,
  ownerSignature: 2.923,
  isImport: -1.237,
  isComment: -0.835,
} as const

/** From the fit's scale to a probability. */
const SLOPE = 0.577
const OFFSET = -4.25

/** The probabilities behind scores on training cases, by family of text: printed by bench/quality/calibrate.ts. */
const CHANCES: CalibrationTable = {
  code: [0.919, 1.444, -0.303, -0.804],
  search: [1.778, 1.384, -0.743, -1.064],
  diff: [0.72, 1.345, -0.298, -0.698],
  output: [0.72, 1.345, -0.298, -0.698],
  test: [0.72, 1.345, -0.298, -0.698],
  data: [0.72, 1.345, -0.298, -0.698],
  prose: [0.72, 1.345, -0.298, -0.698],
}

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
    return calibrate(this.relevance(input), input, CHANCES)
  },
}

/** The weighted sum of each line's features; all zero if the text has no word of the goal. */
function relevance({ words, structure, question, checkDeadline }: ScoringInput): Float32Array {
  const { terms } = question
  const matches = matchVocabulary(words.vocabulary, terms, checkDeadline)
  const weights = rarity(words, matches, terms.length, checkDeadline)
  const total = totalOf(weights)
  const out = new Float32Array(words.starts.length - 1)
  if (total === 0) return out
  const line = scoreLines(words, matches, weights, checkDeadline)
  const near8 = triangle(line, 8)
  for (let i = 0; i < out.length; i++) {
    if ((i & 4095) === 0) checkDeadline()
    out[i] = WEIGHTS.absolute8 * Math.log1p(near8[i]!)
  }
  add(out, line, WEIGHTS.line / total)
  addRelative(out, near8, WEIGHTS.near8)
  checkDeadline()
  addRelative(out, triangle(line, 3), WEIGHTS.near3)
  checkDeadline()
  addRelative(out, triangle(line, 24), WEIGHTS.near24)
  checkDeadline()
  add(out, windowCoverage(words, matches, weights, 10, checkDeadline), WEIGHTS.window)
  checkDeadline()
  addStructure(out, line, structure, total)
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

/** The signatures of a line's function and of the nearest class or module around it, and its own kind. */
function addStructure(
  out: Float32Array,
  line: Float32Array,
  { kinds, owners }: Structure,
  total: number,
): void {
  // A head comes before what it owns.
  const ofContainer = new Float32Array(out.length)
  for (let i = 0; i < out.length; i++) {
    const owner = owners[i]!
    if (owner >= 0)
      ofContainer[i] = kinds[owner] === Kind.Container ? line[owner]! / total : ofContainer[owner]!
    out[i]! += WEIGHTS.ownerSignature * ofContainer[i]!
    const head = isHead(kinds[i]!) ? i : owner
    if (head >= 0 && kinds[head] !== Kind.Container)
      out[i]! += (WEIGHTS.signature * line[head]!) / total
    if (kinds[i] === Kind.Import) out[i]! += WEIGHTS.isImport
    else if (kinds[i] === Kind.Comment) out[i]! += WEIGHTS.isComment
  }
}
