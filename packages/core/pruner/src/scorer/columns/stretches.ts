// A long text is scored in stretches, so that memory stays bounded whatever its length. Stretches overlap by
// more than a line's receptive field, so their borders do not affect the scores.
import type { LineStructure } from '../../text/structure.js'
import type { ScoringInput } from '../../types.js'
import { StretchWords } from './stretch-words.js'

const LINES = 8192
const OVERLAP = 256

/** The input of the columns: of a text, or of some of its lines as if they were all. */
export interface ScoredView extends Omit<ScoringInput, 'structure'> {
  readonly structure: LineStructure
}

export interface Stretch {
  /** The lines that this stretch scores, 0-based, `to` exclusive. */
  readonly from: number
  readonly to: number
  /** The first line of `view`. */
  readonly seenFrom: number
  readonly view: ScoredView
  readonly place: StretchPlace
}

/** The position of a stretch in its text, so that its first line is not taken for the text's. */
export interface StretchPlace {
  readonly from: number
  readonly textLines: number
}

export function* stretchesOf(input: ScoringInput): Generator<Stretch> {
  const { count } = input.split
  if (count <= LINES) {
    const place = { from: 0, textLines: count }
    if (count > 0) yield { from: 0, to: count, seenFrom: 0, view: input, place }
    return
  }
  const words = new StretchWords(input.words)
  for (let from = 0; from < count; from += LINES) {
    input.checkDeadline()
    const to = Math.min(count, from + LINES)
    const seenFrom = Math.max(0, from - OVERLAP)
    yield {
      from,
      to,
      seenFrom,
      view: viewOf(input, words, seenFrom, Math.min(count, to + OVERLAP)),
      place: { from: seenFrom, textLines: count },
    }
  }
}

/** The input as if the text began at line `from` and ended before line `to`. */
function viewOf(input: ScoringInput, words: StretchWords, from: number, to: number): ScoredView {
  const { split, structure } = input
  const count = to - from
  return {
    ...input,
    // In the order of `splitText`: code that was compiled for one shape of object is thrown away at another.
    split: {
      text: split.text,
      units: split.units,
      count,
      starts: split.starts.subarray(from, to + 1),
      ends: split.ends.subarray(from, to),
    },
    words: words.of(from, to),
    structure: {
      kinds: structure.kinds.subarray(from, to),
      indents: structure.indents.subarray(from, to),
      owners: movedBy(structure.owners.slice(from, to), from),
    },
    firstLine: input.firstLine + from,
  }
}

/** In place; an owner above the first line is none. */
function movedBy(lines: Int32Array, from: number): Int32Array {
  for (let i = 0; i < lines.length; i++) lines[i] = Math.max(-1, lines[i]! - from)
  return lines
}
