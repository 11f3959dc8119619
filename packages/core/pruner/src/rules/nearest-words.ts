// What is asked of a thing stands near its name: the memory limit of `svc-17` is the one next to where `svc-17`
// is named, not one of the forty others.
import type { ScoringInput } from '../types.js'
import type { NamedLines } from './named-lines.js'
import { linesOfTerms } from './rare-words.js'

/** In so many places a name says which thing is meant. */
const FEW = 4
/** How far the words may stand below the name, and above it. */
const BELOW = 30
const ABOVE = 6
/** A word in more lines than this share tells nothing. */
const MOST_SHARE = 0.25

/** In place: of each other word of the question the line nearest to each place of a name is certain. */
export function markNearest(
  input: ScoringInput,
  names: readonly NamedLines[],
  certain: Uint8Array,
): void {
  const { family, split } = input
  if (family !== 'data' && family !== 'output') return
  const places = names.filter(({ lines }) => lines.length <= FEW).flatMap(({ lines }) => lines)
  if (places.length === 0) return
  for (const { lines } of linesOfTerms(input, MOST_SHARE * split.count)) {
    for (const place of places) {
      const line = nearest(lines, place)
      if (line !== undefined) certain[line] = 1
    }
  }
}

/** The first line at the place or below it, else the last above it, within reach. */
function nearest(lines: readonly number[], place: number): number | undefined {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]! < place) low = middle + 1
    else high = middle
  }
  const below = lines[low]
  if (below !== undefined && below - place <= BELOW) return below
  const above = lines[low - 1]
  return above !== undefined && place - above <= ABOVE ? above : undefined
}
