// Relevance feedback: the words of the lines that match best become a second question.
import type { WordIndex } from '../../text/words.js'
import type { WeightedTerms } from './weighted-terms.js'

const MAX_WORDS = 16
const MAX_LINES = 12
const TOO_COMMON = 0.1

/** Share of the feedback words' weight that each line carries. */
export function feedback(
  text: WordIndex,
  first: Float32Array,
  question: WeightedTerms,
  documentFrequency: Int32Array,
  rarityOf: Float32Array,
): Float32Array {
  const lines = first.length
  const out = new Float32Array(lines)
  const weights = new Map<number, number>()
  for (const i of bestLines(first, Math.max(3, Math.min(MAX_LINES, lines >> 5)))) {
    for (let at = text.starts[i]!; at < text.starts[i + 1]!; at++) {
      const w = text.ids[at]!
      if (documentFrequency[w]! > Math.max(3, TOO_COMMON * lines) || question.numbers.includes(w))
        continue
      weights.set(w, (weights.get(w) ?? 0) + first[i]! * rarityOf[w]!)
    }
  }
  const chosen = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MAX_WORDS)
  if (chosen.length === 0) return out
  const total = chosen.reduce((sum, [, weight]) => sum + weight, 0) || 1
  const { ids, starts } = text
  const share = new Float32Array(rarityOf.length)
  for (const [w, weight] of chosen) share[w] = weight / total
  for (let i = 0; i < lines; i++) {
    let sum = 0
    const end = starts[i + 1]!
    for (let at = starts[i]!; at < end; at++) sum += share[ids[at]!]!
    out[i] = Math.min(1, sum)
  }
  return out
}

function bestLines(values: Float32Array, count: number): number[] {
  const best: number[] = []
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (value <= 0 || (best.length === count && value <= values[best.at(-1)!]!)) continue
    let at = best.length
    while (at > 0 && values[best[at - 1]!]! < value) at--
    best.splice(at, 0, i)
    if (best.length > count) best.pop()
  }
  return best
}
