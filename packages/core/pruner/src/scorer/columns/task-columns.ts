// Where the words and names of the session's task occur: an agent that writes "let me look at the file" has
// its reason in the task.
import { isHead, type LineStructure } from '../../text/structure.js'
import type { WordIndex } from '../../text/words.js'
import { triangle } from '../filters.js'
import type { LineColumn } from './column-names.js'
import { type ColumnTable, clamp, shareOfTop, squash, squashed } from './columns.js'
import { meanWords } from './line-matches.js'
import { placeNames } from './name-columns.js'
import type { Nesting } from './nesting.js'
import type { CallContext } from './weighted-terms.js'

export function taskColumns(
  text: WordIndex,
  task: CallContext,
  units: Nesting,
  structure: LineStructure,
  table: ColumnTable,
  checkDeadline: () => void,
): void {
  const words = taskWordMatches(text, task.weights, table.lines, checkDeadline)
  const names = placeNames(text, table.lines, task.names).best
  checkDeadline()
  shareOfTop(table.copy('task', words), table.column('task, relative'))
  shareOfTop(near(table, 'task near', words, 8, 2), table.column('task near, relative'))
  table.copy('task name', names)
  near(table, 'task name near', names, 6, 1)
  checkDeadline()
  const { inner, head, count } = units
  const top = new Float32Array(count)
  for (let i = 0; i < names.length; i++) top[inner[i]!] = Math.max(top[inner[i]!]!, names[i]!)
  const unitName = table.column('unit task name')
  const unitHead = table.column('unit head task')
  const unitHeadName = table.column('unit head task name')
  const defined = table.column('task name defined')
  for (let i = 0; i < names.length; i++) {
    const unit = inner[i]!
    unitName[i] = clamp(top[unit]!)
    unitHead[i] = clamp(words[head[unit]!]!)
    unitHeadName[i] = clamp(names[head[unit]!]!)
    if (isHead(structure.kinds[i]!)) defined[i] = clamp(names[i]!)
  }
}

/** How much of the task each line contains; long lines contain more of anything. */
function taskWordMatches(
  text: WordIndex,
  weights: Float32Array,
  lines: number,
  checkDeadline: () => void,
): Float32Array {
  const matches = new Float32Array(lines)
  const seen = new Int32Array(weights.length).fill(-1)
  const meanLength = meanWords(text, lines)
  for (let i = 0; i < lines; i++) {
    if ((i & 1023) === 0) checkDeadline()
    const begin = text.starts[i]!
    const end = text.starts[i + 1]!
    let sum = 0
    for (let at = begin; at < end; at++) {
      const w = text.ids[at]!
      if (weights[w] === 0 || seen[w] === i) continue
      seen[w] = i
      sum += weights[w]!
    }
    matches[i] = squash(sum, 1.2 * (0.25 + (0.75 * (end - begin)) / meanLength))
  }
  return matches
}

function near(
  table: ColumnTable,
  name: LineColumn,
  source: Float32Array,
  reach: number,
  half: number,
): Float32Array {
  return squashed(triangle(source, reach, table.column(name)), half)
}
