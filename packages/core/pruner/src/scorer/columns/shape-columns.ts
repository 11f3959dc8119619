// Columns that do not depend on the question: the kind of a line and its position.
import { Kind } from '../../text/line-kinds.js'
import type { SplitText } from '../../text/lines.js'
import type { LineStructure } from '../../text/structure.js'
import type { WordIndex } from '../../text/words.js'
import { type ColumnTable, clamp, squash } from './columns.js'
import type { LineMatches } from './line-matches.js'
import type { Nesting } from './nesting.js'
import type { StretchPlace } from './stretches.js'

const KINDS = [
  [Kind.Blank, 'is blank'],
  [Kind.Closer, 'is closer'],
  [Kind.Comment, 'is comment'],
  [Kind.Import, 'is import'],
  [Kind.Callable, 'is callable'],
  [Kind.Container, 'is container'],
  [Kind.Block, 'is block'],
  [Kind.Decorator, 'is decorator'],
  [Kind.Heading, 'is heading'],
] as const

export function shapeColumns(
  split: SplitText,
  { from, textLines }: StretchPlace,
  text: WordIndex,
  structure: LineStructure,
  units: Nesting,
  matches: LineMatches,
  table: ColumnTable,
  checkDeadline: () => void,
): void {
  const lines = split.count
  const kinds: Float32Array[] = []
  for (const [kind, name] of KINDS) kinds[kind] = table.column(name)
  const indent = table.column('indent')
  const lengths = table.column('length')
  const words = table.column('words')
  const meanRarity = table.column('mean rarity')
  const topRarity = table.column('top rarity')
  const place = table.column('place')
  const nearTop = table.column('near the top')
  const nearEnd = table.column('near the end')
  const nearHead = table.column('near unit head')
  const inTest = table.column('in test')
  const isTest = testUnits(text, units)
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const kind = kinds[structure.kinds[i]!]
    if (kind !== undefined) kind[i] = 1
    const unit = units.inner[i]!
    indent[i] = clamp(structure.indents[i]! / 16)
    lengths[i] = squash(split.ends[i]! - split.starts[i]!, 40)
    words[i] = squash(text.starts[i + 1]! - text.starts[i]!, 8)
    meanRarity[i] = clamp(matches.meanRarity[i]!)
    topRarity[i] = clamp(matches.topRarity[i]!)
    place[i] = (from + i) / textLines
    nearTop[i] = 20 / (20 + from + i)
    nearEnd[i] = 20 / (20 + textLines - 1 - from - i)
    // On either side: a long comment above its declaration is far from it, not infinitely near.
    nearHead[i] = 6 / (6 + Math.abs(units.head[unit]! - i))
    inTest[i] = isTest[unit]!
  }
  checkDeadline()
  repeatColumns(text, lines, table)
}

/** How often a line occurs, exactly and ignoring its numbers. */
function repeatColumns(text: WordIndex, lines: number, table: ColumnTable): void {
  const { vocabulary } = text
  const isNumber = new Uint8Array(vocabulary.size)
  for (let w = 0; w < isNumber.length; w++)
    if (vocabulary.isNumber(w) || vocabulary.stemOf(w).charCodeAt(0) <= 57) isNumber[w] = 1
  const { ids, starts } = text
  const exact = new Int32Array(lines)
  const loose = new Int32Array(lines)
  for (let i = 0; i < lines; i++) {
    const from = starts[i]!
    const to = starts[i + 1]!
    let same = to - from
    let alike = same
    for (let at = from; at < to; at++) {
      const w = ids[at]!
      same = (Math.imul(same, 31) + w) | 0
      alike = (Math.imul(alike, 31) + (isNumber[w] === 1 ? -7 : w)) | 0
    }
    exact[i] = same
    loose[i] = alike
  }
  repeats(exact, table.column('repeated'))
  repeats(loose, table.column('repeated but for numbers'))
}

/** The table below, reused: a long text has many stretches, each with two tables. */
let slots = new Int32Array(0)
let counts = new Int32Array(0)

/** Counts equal prints in an open table: a map of numbers costs several times as much. */
function repeats(prints: Int32Array, out: Float32Array): void {
  const size = 2 ** Math.ceil(Math.log2(prints.length * 2 + 2))
  if (slots.length < size) {
    slots = new Int32Array(size)
    counts = new Int32Array(size)
  } else counts.fill(0, 0, size)
  const places = new Int32Array(prints.length)
  for (let i = 0; i < prints.length; i++) {
    const print = prints[i]!
    let slot = Math.imul(print ^ (print >>> 15), 0x2c1b3c6d) & (size - 1)
    while (counts[slot]! > 0 && slots[slot] !== print) slot = (slot + 1) & (size - 1)
    slots[slot] = print
    counts[slot]!++
    places[i] = slot
  }
  for (let i = 0; i < prints.length; i++) out[i] = squash(counts[places[i]!]! - 1, 4)
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
