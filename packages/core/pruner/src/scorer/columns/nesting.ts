// Which definition each line belongs to: the innermost one and the outermost one. Comments and decorators
// belong to what follows them; lines outside any definition form paragraphs between blank lines.
import { Kind } from '../../text/line-kinds.js'
import { isHead, type LineStructure } from '../../text/structure.js'

export interface Nesting {
  readonly count: number
  /** The unit of each line. */
  readonly inner: Int32Array
  readonly outer: Int32Array
  /** Of each unit: its first line, and how many lines name it as inner and as outer. */
  readonly head: Int32Array
  readonly innerLines: Int32Array
  readonly outerLines: Int32Array
}

export function nestLines(structure: LineStructure): Nesting {
  const { kinds, owners } = structure
  const lines = kinds.length
  const inner = new Int32Array(lines)
  const outer = new Int32Array(lines)
  const head: number[] = []
  /** Of each head line: the unit it opens, and the outermost unit around it. */
  const opened = new Int32Array(lines)
  const around = new Int32Array(lines)
  let paragraph = -1
  let waiting = -1
  for (let i = 0; i < lines; i++) {
    const kind = kinds[i]!
    if (kind === Kind.Blank || kind === Kind.Comment || kind === Kind.Decorator) {
      if (waiting < 0) waiting = i
      if (kind === Kind.Blank) paragraph = -1
      continue
    }
    const owner = owners[i]!
    if (isHead(kind)) {
      opened[i] = head.length
      around[i] = owner < 0 ? head.length : around[owner]!
      head.push(i)
    } else if (owner < 0 && paragraph < 0) {
      paragraph = head.length
      head.push(i)
    }
    const at = isHead(kind) ? i : owner
    for (let j = waiting < 0 ? i : waiting; j <= i; j++) {
      inner[j] = at < 0 ? paragraph : opened[at]!
      outer[j] = at < 0 ? paragraph : around[at]!
    }
    if (at >= 0) paragraph = -1
    waiting = -1
  }
  if (head.length === 0) head.push(0)
  if (waiting >= 0) {
    inner.fill(head.length - 1, waiting)
    outer.fill(head.length - 1, waiting)
  }
  const innerLines = new Int32Array(head.length)
  const outerLines = new Int32Array(head.length)
  for (let i = 0; i < lines; i++) {
    innerLines[inner[i]!]!++
    outerLines[outer[i]!]!++
  }
  return { count: head.length, inner, outer, head: Int32Array.from(head), innerLines, outerLines }
}
