// BM25 with a line as the document: rare words of the goal count more, repeats less and less.
import type { WordIndex } from '../text/words.js'
import type { Matches } from './match.js'

const K1 = 1.2
const B = 0.75

/** The rarity of each term among the lines; 0 for a term that no line has. */
export function rarity(
  words: WordIndex,
  matches: Matches,
  terms: number,
  checkDeadline: () => void,
): Float32Array {
  const count = words.starts.length - 1
  const { termOf, strength } = matches
  const frequency = new Float32Array(terms)
  const seen = new Int32Array(terms).fill(-1)
  for (let i = 0; i < count; i++) {
    const to = words.starts[i + 1]!
    for (let w = words.starts[i]!; w < to; w++) {
      const term = termOf[words.ids[w]!]!
      if (term < 0 || seen[term] === i) continue
      seen[term] = i
      frequency[term]! += strength[words.ids[w]!]!
    }
    if (i % 512 === 0) checkDeadline()
  }
  return frequency.map((n) => (n === 0 ? 0 : Math.log(1 + (count - n + 0.5) / (n + 0.5))))
}

/** Each line's score against weighted terms. */
export function scoreLines(
  words: WordIndex,
  matches: Matches,
  weights: Float32Array,
  checkDeadline: () => void,
): Float32Array {
  const count = words.starts.length - 1
  const { ids, starts } = words
  const { termOf, strength } = matches
  const mean = ids.length / Math.max(1, count) || 1
  const scores = new Float32Array(count)
  const times = new Float32Array(weights.length)
  for (let i = 0; i < count; i++) {
    const from = starts[i]!
    const to = starts[i + 1]!
    let hits = 0
    for (let w = from; w < to; w++) {
      const term = termOf[ids[w]!]!
      if (term < 0) continue
      times[term]! += strength[ids[w]!]!
      hits++
    }
    if (i % 512 === 0) checkDeadline()
    if (hits === 0) continue
    const length = K1 * (1 - B + (B * (to - from)) / mean)
    let sum = 0
    for (let w = from; w < to; w++) {
      const term = termOf[ids[w]!]!
      if (term < 0 || times[term] === 0) continue
      sum += (weights[term]! * times[term]! * (K1 + 1)) / (times[term]! + length)
      times[term] = 0
    }
    scores[i] = sum
  }
  return scores
}

/** Share of the goal's weight within `reach` lines of each line. */
export function windowCoverage(
  words: WordIndex,
  { termOf }: Matches,
  weights: Float32Array,
  reach: number,
  checkDeadline: () => void,
): Float32Array {
  const count = words.starts.length - 1
  const covered = new Float32Array(count)
  const times = new Int32Array(weights.length)
  const total = totalOf(weights)
  if (total === 0) return covered
  let held = 0
  const shift = (line: number, by: 1 | -1) => {
    const to = words.starts[line + 1]!
    for (let w = words.starts[line]!; w < to; w++) {
      const term = termOf[words.ids[w]!]!
      if (term < 0) continue
      if (times[term] === 0) held += weights[term]!
      times[term]! += by
      if (times[term] === 0) held -= weights[term]!
    }
  }
  for (let i = 0; i < Math.min(reach, count); i++) shift(i, 1)
  for (let i = 0; i < count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (i + reach < count) shift(i + reach, 1)
    covered[i] = Math.max(0, held / total)
    if (i >= reach) shift(i - reach, -1)
  }
  return covered
}

export function totalOf(values: Float32Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]!
  return total
}
