// The lines that hold every one of some words.
import type { ScoringInput } from '../types.js'

/** As many as fit into the bits of a number. */
const MOST_WORDS = 30

/** At most `most` of them, 0-based; none where there are more, or where the text lacks one of the words. */
export function linesWithAll(
  { words, split, checkDeadline }: ScoringInput,
  stems: readonly string[],
  most: number,
  isTaken: (line: number) => boolean = () => true,
): number[] {
  if (stems.length === 0 || stems.length > MOST_WORDS) return []
  const bit = new Int32Array(words.vocabulary.stems.length)
  for (const [q, stem] of stems.entries()) {
    const number = words.vocabulary.find(stem)
    if (number === undefined) return []
    bit[number] = 1 << q
  }
  const all = (1 << stems.length) - 1
  const lines: number[] = []
  for (let i = 0; i < split.count && lines.length <= most; i++) {
    if ((i & 1023) === 0) checkDeadline()
    let seen = 0
    for (let w = words.starts[i]!; w < words.starts[i + 1]!; w++) seen |= bit[words.ids[w]!]!
    if (seen === all && isTaken(i)) lines.push(i)
  }
  return lines.length <= most ? lines : []
}
