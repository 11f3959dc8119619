// The learned scorer: columns from the text and the goal, a network over the lines, and scores that mean
// the same in every text. It was trained on code; logs and docs go to the hand-written scorer.
import type { Scorer } from '../../types.js'
import { calibrate } from '../calibration.js'
import { LEARNED_CHANCES } from '../chance-tables.js'
import { triangle } from '../filters.js'
import { lexicalScorer } from '../lexical.js'
import { extractFeatures } from './features.js'
import { readSections, readVectors, section } from './format.js'
import { Network } from './network.js'

/** Throws a `WeightsError` when the bytes are not a whole, undamaged weights file of this version. */
export function loadLearnedScorer(bytes: Uint8Array): Scorer {
  const sections = readSections(bytes)
  const vectors = readVectors(sections)
  const network = new Network(section(sections, 'NETW'))
  return {
    name: 'learned',
    relevance(input) {
      if (input.sourceType !== 'code') return lexicalScorer.relevance(input)
      const features = extractFeatures(input, vectors)
      // Nothing of the goal anywhere: every line is as good as the next.
      return features.isTouched
        ? againstAverage(network.run(features, input.checkDeadline))
        : new Float32Array(features.lines).fill(0.5)
    },
    score(input) {
      return calibrate(this.relevance(input), input, LEARNED_CHANCES)
    },
  }
}

/**
 * The network's softmax over the lines is the chance that a line is what was asked for. Against the
 * chance of an average line that is 0.5, twice as likely is 0.67, and so on towards 1.
 */
function againstAverage(logits: Float32Array): Float32Array {
  let top = -Infinity
  for (let i = 0; i < logits.length; i++) if (logits[i]! > top) top = logits[i]!
  let sum = 0
  for (let i = 0; i < logits.length; i++) {
    logits[i] = Math.exp(logits[i]! - top)
    sum += logits[i]!
  }
  // A line's neighbours share in what it is: answers are passages.
  const scores = triangle(logits, 1)
  for (let i = 0; i < scores.length; i++) {
    // The triangle's weights add up to 2.
    const odds = (scores[i]! / 2 / sum) * scores.length
    scores[i] = odds / (1 + odds)
  }
  return scores
}
