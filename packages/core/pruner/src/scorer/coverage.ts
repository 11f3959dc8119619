// How much of the goal is mentioned in one place, each term counted once.
import type { WordIndex } from '../text/words.js'
import type { Units } from './lexical/units.js'
import type { Matches } from './match.js'

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
  const total = sum(weights)
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

/** Share of the goal's weight in each unit; a word that is only similar to a term counts less. */
export function unitCoverage(
  words: WordIndex,
  matches: Matches,
  weights: Float32Array,
  units: Units,
): Float32Array {
  const covered = new Float32Array(units.count)
  const total = sum(weights)
  if (total === 0) return covered
  const best = new Float32Array(weights.length)
  const holder = new Int32Array(weights.length).fill(-1)
  for (const line of linesByUnit(units)) {
    const unit = units.of[line]!
    const to = words.starts[line + 1]!
    for (let w = words.starts[line]!; w < to; w++) {
      const id = words.ids[w]!
      const term = matches.termOf[id]!
      if (term < 0) continue
      if (holder[term] !== unit) {
        holder[term] = unit
        best[term] = 0
      }
      const gain = matches.strength[id]! - best[term]!
      if (gain <= 0) continue
      best[term]! += gain
      covered[unit]! += (weights[term]! * gain) / total
    }
  }
  return covered
}

/** Units may be nested, so their lines are gathered first. */
function linesByUnit(units: Units): Int32Array {
  const next = new Int32Array(units.count + 1)
  for (let unit = 0; unit < units.count; unit++) next[unit + 1] = next[unit]! + units.sizes[unit]!
  const lines = new Int32Array(units.of.length)
  for (let line = 0; line < lines.length; line++) lines[next[units.of[line]!]!++] = line
  return lines
}

export function sum(values: Float32Array): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]!
  return total
}
