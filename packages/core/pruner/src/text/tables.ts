// Tables in documents: rows are independent, but mean nothing without the names of their columns.
import type { Deadline } from '../deadline.js'
import { Kind, matchesAt } from './line-kinds.js'
import type { SplitText } from './lines.js'
import type { Structure } from './structure.js'

const rulePattern = /[ \t]*(?:\|[ \t]*)?:?-{2,}:?[ \t]*\|[ \t|:-]*\r?$/my

/** A row of a table comes with the names of its columns. */
export function withTableHeads(
  split: SplitText,
  structure: Structure,
  deadline: Deadline,
): Structure {
  const { starts, text, count } = split
  const kinds = structure.kinds.slice()
  const blockEnds = structure.blockEnds.slice()
  const headEnds = structure.headEnds.slice()
  for (let rule = 1; rule < count - 1; rule++) {
    deadline.spend(8)
    if (!matchesAt(rulePattern, text, starts[rule]!) || kinds[rule] === Kind.Fence) continue
    let end = rule
    while (end + 1 < count && isTableRow(split, end + 1)) end++
    if (end === rule || !isTableRow(split, rule - 1)) continue
    kinds[rule - 1] = Kind.Block
    headEnds[rule - 1] = rule
    blockEnds[rule - 1] = end
    rule = end
  }
  return { ...structure, kinds, blockEnds, headEnds }
}

const rowPattern = /[ \t]*(?:\||[^\n|]{1,200}\|)/y

export function isTableRow({ text, starts }: SplitText, line: number): boolean {
  return matchesAt(rowPattern, text, starts[line]!)
}
