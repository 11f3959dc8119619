// The first scorer: windowed BM25 over stems.
import type { Scorer, ScoringInput } from '../types.js'
import { goalTerms } from './goal.js'

export const lexicalScorer: Scorer = {
  name: 'lexical',
  score(input) {
    const lines = bm25(input)
    const wide = triangle(lines, 8)
    return normalise(wide)
  },
}

function bm25({ words, goal, checkDeadline }: ScoringInput): Float32Array {
  const count = words.starts.length - 1
  const terms = goalTerms(goal)
  const termOf = new Int16Array(words.vocabulary.stems.length).fill(-1)
  terms.forEach((term, i) => {
    const id = words.vocabulary.find(term)
    if (id !== undefined) termOf[id] = i
  })
  const frequency = new Int32Array(terms.length)
  const seen = new Int32Array(terms.length).fill(-1)
  for (let i = 0; i < count; i++) {
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) {
      const term = termOf[words.ids[w]!]!
      if (term < 0 || seen[term] === i) continue
      seen[term] = i
      frequency[term]!++
    }
    if (i % 512 === 0) checkDeadline()
  }
  const idf = Float32Array.from(frequency, (n) => Math.log(1 + (count - n + 0.5) / (n + 0.5)))
  const mean = words.ids.length / Math.max(1, count) || 1
  const scores = new Float32Array(count)
  const times = new Int32Array(terms.length)
  for (let i = 0; i < count; i++) {
    const from = words.starts[i]!
    const to = words.starts[i + 1]!
    const length = 1.2 * (0.25 + (0.75 * (to - from)) / mean)
    for (let w = from; w < to; w++) {
      const term = termOf[words.ids[w]!]!
      if (term >= 0) times[term]!++
    }
    let sum = 0
    for (let w = from; w < to; w++) {
      const term = termOf[words.ids[w]!]!
      if (term < 0 || times[term] === 0) continue
      const n = times[term]!
      sum += (idf[term]! * n * 2.2) / (n + length)
      times[term] = 0
    }
    scores[i] = sum
    if (i % 512 === 0) checkDeadline()
  }
  return scores
}

/** Weights falling off linearly to nothing `reach + 1` lines away, as a box filter applied twice. */
function triangle(values: Float32Array, reach: number): Float32Array {
  const count = values.length
  const width = reach + 1
  const once = new Float64Array(count + width)
  let sum = 0
  for (let i = 0; i < count + width; i++) {
    sum += (values[i] ?? 0) - (values[i - width] ?? 0)
    once[i] = sum
  }
  const out = new Float32Array(count)
  let twice = 0
  for (let i = 0; i < width - 1; i++) twice += once[i] ?? 0
  for (let i = 0; i < count; i++) {
    twice += once[i + width - 1] ?? 0
    out[i] = Math.max(0, twice / width)
    twice -= once[i]!
  }
  return out
}

function normalise(values: Float32Array): Float32Array {
  let max = 0
  for (const value of values) if (value > max) max = value
  return max === 0 ? values : values.map((value) => value / max)
}
