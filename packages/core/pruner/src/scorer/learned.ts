// The trained scorer: columns from the text, the goal and the call, a network over the lines, and for each
// line the probability that it is needed.
import type { Scorer, ScoringInput } from '../types.js'
import { calibrate } from './calibration.js'
import { extractFeatures } from './columns/features.js'
import { stretchesOf } from './columns/stretches.js'
import type { WordVectors } from './columns/vectors.js'
import {
  type Calibration,
  EXTRA_COLUMNS,
  readCalibration,
  readColumnNames,
  readSections,
  readVectors,
  section,
} from './network/format.js'
import { Network } from './network/network.js'

interface Judge {
  readonly network: Network
  readonly chances: Calibration
}

/**
 * Throws a `WeightsError` if the bytes are not a complete, undamaged weights file of this version. The
 * scorer itself throws when a column is out of range or all its scores are equal.
 */
export function loadLearnedScorer(bytes: Uint8Array): Scorer {
  const sections = readSections(bytes)
  readColumnNames(sections)
  const vectors = readVectors(sections)
  const readJudge = (network: string, chances: string): Judge => ({
    network: new Network(section(sections, network)),
    chances: readCalibration(sections, chances),
  })
  // What agents say before a call, what describes code or a change to it, and direct questions differ in what they need.
  const ofCall = readJudge('NETW', 'CALI')
  const ofDescription = readJudge('NETQ', 'CALQ')
  const ofQuestion = readJudge('NETD', 'CALD')
  const judgeOf = ({ family, question }: ScoringInput) => {
    if (family !== 'code' || question.origin !== 'explicit') return ofCall
    return question.isInterrogative ? ofQuestion : ofDescription
  }
  return {
    name: 'learned',
    relevance: (input) => judged(input, vectors, judgeOf(input)).scores,
    score(input) {
      const judge = judgeOf(input)
      const { scores, extra } = judged(input, vectors, judge)
      const curve = judge.chances.curves[input.family]
      return calibrate(scores, curve, input.checkDeadline, extra)
    },
  }
}

/** The network's output for each line, and that of the extra columns. */
function judged(input: ScoringInput, vectors: WordVectors, { network, chances }: Judge) {
  const scores = new Float32Array(input.split.count)
  const extra = new Float32Array(input.split.count)
  const weights = chances.extraWeights[input.family]
  for (const { from, to, seenFrom, view, place } of stretchesOf(input)) {
    const table = extractFeatures(view, vectors, place, network.tableFor(view.split.count))
    const logits = network.run(table, input.checkDeadline)
    assertVaried(logits)
    for (let i = from; i < to; i++) scores[i] = 1 / (1 + Math.exp(-logits[i - seenFrom]!))
    for (const [k, name] of EXTRA_COLUMNS.entries()) {
      const weight = weights[k]!
      if (weight === 0) continue
      const column = table.column(name)
      for (let i = from; i < to; i++) extra[i]! += weight * column[i - seenFrom]!
    }
  }
  return { scores, extra }
}

/** No two lines have the same position, so there is always some difference. */
const MIN_LINES = 16

export function assertVaried(logits: Float32Array): void {
  if (logits.length < MIN_LINES) return
  let areAlike = true
  let areNumbers = true
  for (let i = 0; i < logits.length; i++) {
    if (logits[i] !== logits[0]) areAlike = false
    if (!Number.isFinite(logits[i])) areNumbers = false
  }
  if (areAlike || !areNumbers)
    throw new RangeError('the network gives every line the same score, or none')
}
