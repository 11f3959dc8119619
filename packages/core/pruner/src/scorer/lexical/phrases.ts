// Words that follow each other in the goal and in the text: `retry delay` in `retryDelay`.
import type { WordIndex } from '../../text/words.js'

const MOST = 2

/** How many of the goal's pairs of neighbouring terms each line has, up to two. */
export function countPhrases(words: WordIndex, terms: readonly string[]): Float32Array {
  const { ids, starts, vocabulary } = words
  const counts = new Float32Array(starts.length - 1)
  const size = vocabulary.stems.length
  const pairs = new Set<number>()
  const isFirst = new Uint8Array(size)
  for (let t = 0; t + 1 < terms.length; t++) {
    const first = vocabulary.find(terms[t]!)
    const second = vocabulary.find(terms[t + 1]!)
    if (first === undefined || second === undefined) continue
    pairs.add(first * size + second)
    isFirst[first] = 1
  }
  if (pairs.size === 0) return counts
  for (let i = 0; i < counts.length; i++) {
    const last = starts[i + 1]! - 1
    for (let w = starts[i]!; w < last && counts[i]! < MOST; w++) {
      if (isFirst[ids[w]!] === 1 && pairs.has(ids[w]! * size + ids[w + 1]!)) counts[i]!++
    }
  }
  return counts
}
