// Columns that do not depend on the question: what kind of line it is and where it stands.
import { Kind } from '../../split/line-kinds.js'
import type { SplitText } from '../../split/lines.js'
import type { Structure } from '../../split/structure.js'
import type { WordIndex } from '../../split/words.js'
import type { LineMarks } from './line-marks.js'
import type { LineMatches } from './line-matches.js'
import type { Nesting } from './nesting.js'

const KINDS: readonly number[] = [
  Kind.Blank,
  Kind.Closer,
  Kind.Comment,
  Kind.Import,
  Kind.Callable,
  Kind.Container,
  Kind.Block,
  Kind.Decorator,
]

export function shapeColumns(
  split: SplitText,
  text: WordIndex,
  structure: Structure,
  marks: LineMarks,
  units: Nesting,
  matches: LineMatches,
  column: () => Float32Array,
  checkDeadline: () => void,
): void {
  const lines = split.count
  const kinds = KINDS.map(column)
  const columns = Array.from({ length: 15 }, column)
  const repeated = column()
  const seen = new Map<number, number>()
  const prints = new Int32Array(lines)
  const isTest = testUnits(text, units)
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const at = KINDS.indexOf(structure.kinds[i]!)
    if (at >= 0) kinds[at]![i] = 1
    const length = split.ends[i]! - split.starts[i]!
    const words = text.starts[i + 1]! - text.starts[i]!
    const start = units.head[units.inner[i]!]!
    columns[0]![i] = Math.max(0, Math.min(2, structure.indents[i]! / 8))
    columns[1]![i] = marks.hasAssignment[i]!
    columns[2]![i] = marks.hasCall[i]!
    columns[3]![i] = Math.min(1, marks.quotes[i]! / 8)
    columns[4]![i] = Math.log(1 + length) / 6
    columns[5]![i] = Math.min(2, words / 8)
    columns[6]![i] = matches.meanRarity[i]!
    columns[7]![i] = matches.topRarity[i]!
    columns[8]![i] = i / lines
    columns[9]![i] = Math.exp(-i / 20)
    columns[10]![i] = Math.exp((i - lines + 1) / 20)
    columns[11]![i] = Math.min(1, Math.exp((start - i) / 6))
    columns[13]![i] = marks.branches[i]!
    columns[14]![i] = marks.leaves[i]!
    columns[12]![i] = isTest[units.inner[i]!]!
    prints[i] = fingerprint(text, i)
    seen.set(prints[i]!, (seen.get(prints[i]!) ?? 0) + 1)
  }
  for (let i = 0; i < lines; i++) repeated[i] = Math.min(1, Math.log(seen.get(prints[i]!)!) / 4)
}

function testUnits(text: WordIndex, units: Nesting): Uint8Array {
  const found = new Uint8Array(units.count)
  const test = text.vocabulary.find('test') ?? -1
  for (let u = 0; u < units.count; u++) {
    const line = units.head[u]!
    for (let at = text.starts[line]!; at < text.starts[line + 1]!; at++)
      if (text.ids[at] === test) found[u] = 1
  }
  return found
}

function fingerprint(text: WordIndex, line: number): number {
  let hash = text.starts[line + 1]! - text.starts[line]!
  for (let at = text.starts[line]!; at < text.starts[line + 1]!; at++)
    hash = (Math.imul(hash, 31) + text.ids[at]!) | 0
  return hash
}
