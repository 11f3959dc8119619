// *Which pods are not running?* is answered by the rows without the word that nearly all rows have.

import type { ScoringInput } from '../types.js'

/** At least this share of the lines hold the word, and no more than so many do not. */
const MOST_SHARE = 0.7
const MOST_ROWS = 40
/** What is left of the chances of rows with it. */
const OTHERWISE = 0.05

/** In place: rows without the word that the question denies are certain. Lines are rows, not passages. */
export function markRowsWithout(
  { question, family, split, structure, words, checkDeadline }: ScoringInput,
  chances: Float32Array,
  certain: Uint8Array,
): void {
  if (family === 'code' || family === 'prose' || family === 'diff' || split.count < 8) return
  const { negated, isDirect } = question
  const id = negated === undefined || !isDirect ? undefined : words.vocabulary.find(negated)
  if (id === undefined) return
  const without: number[] = []
  let rows = 0
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (structure.indents[i]! < 0) continue
    rows++
    if (!words.ids.subarray(words.starts[i], words.starts[i + 1]).includes(id)) without.push(i)
  }
  if (without.length > Math.min(MOST_ROWS, (1 - MOST_SHARE) * rows)) return
  for (let i = 0; i < chances.length; i++) chances[i]! *= OTHERWISE
  for (const line of without) certain[line] = 1
}
