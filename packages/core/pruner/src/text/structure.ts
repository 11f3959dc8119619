// The block of each line, from indentation alone: blocks of braces, `end` and colons are all indented
// by people and formatters, so one linear pass serves every language.
import type { Deadline } from '../deadline.js'
import type { SourceType } from '../types.js'
import { kindsOfCode } from './code-kinds.js'
import { kindsOfDocs } from './document-kinds.js'
import { Kind } from './line-kinds.js'
import type { SplitText } from './lines.js'
import { kindsOfOutput } from './output-kinds.js'

export interface Structure {
  /** One `Kind` per line. */
  readonly kinds: Uint8Array
  /** Columns before the first character, -1 on a blank line. */
  readonly indents: Int32Array
  /** Head of the innermost enclosing function, type, block or section, -1 at the top. */
  readonly owners: Int32Array
  /** For a head, the last line of its block; for any other line, the line itself. */
  readonly blockEnds: Int32Array
  /** For a head, the last line of its signature; for any other line, the line itself. */
  readonly headEnds: Int32Array
}

/** What a scorer reads of it. */
export type LineStructure = Pick<Structure, 'kinds' | 'indents' | 'owners'>

export function analyseStructure(
  split: SplitText,
  sourceType: SourceType,
  deadline: Deadline,
): Structure {
  const indents = measureIndents(split, deadline)
  const headEnds = ownNumbers(split.count, deadline)
  const blockEnds = headEnds.slice()
  const owners = new Int32Array(split.count).fill(-1)
  deadline.check()
  if (sourceType !== 'code') {
    const kindsOf = sourceType === 'docs' ? kindsOfDocs : kindsOfOutput
    const { kinds, levels } = kindsOf(split, indents, deadline)
    nest(levels, owners, blockEnds, deadline)
    return { kinds, indents, owners, blockEnds, headEnds }
  }
  const kinds = kindsOfCode(split, indents, headEnds, deadline)
  nestByIndent(split, { kinds, indents, owners, blockEnds, headEnds }, deadline)
  return { kinds, indents, owners, blockEnds, headEnds }
}

export function isHead(kind: number): boolean {
  return (
    kind === Kind.Callable ||
    kind === Kind.Container ||
    kind === Kind.Block ||
    kind === Kind.Heading
  )
}

/** Each line's own number: nothing has a block or a signature yet. */
export function ownNumbers(count: number, deadline: Deadline): Int32Array {
  const numbers = new Int32Array(count)
  for (let i = 0; i < count; i++) {
    if ((i & 4095) === 0) deadline.spend(4096)
    numbers[i] = i
  }
  return numbers
}

const TAB = 4

function measureIndents(split: SplitText, deadline: Deadline): Int32Array {
  const indents = new Int32Array(split.count)
  for (let i = 0; i < split.count; i++) {
    let column = 0
    let at = split.starts[i]!
    const end = split.ends[i]!
    for (; at < end; at++) {
      const unit = split.units[at]!
      if (unit === 32) column++
      else if (unit === 9) column += TAB
      else break
    }
    indents[i] = at === end ? -1 : column
    deadline.spend(at - split.starts[i]! + 4)
  }
  return indents
}

/** Sections: a heading, a line with a level, owns what follows it up to the next heading of its level or above. */
export function nest(
  levels: Uint8Array,
  owners: Int32Array,
  blockEnds: Int32Array,
  deadline: Deadline,
): void {
  const open: number[] = []
  for (let i = 0; i < levels.length; i++) {
    if ((i & 1023) === 0) deadline.spend(4096)
    const level = levels[i]!
    if (level > 0) {
      while (open.length > 0 && levels[open.at(-1)!]! >= level) blockEnds[open.pop()!] = i - 1
    }
    owners[i] = open.at(-1) ?? -1
    if (level > 0) open.push(i)
  }
  for (const head of open) blockEnds[head] = levels.length - 1
}

/** A head owns the deeper lines after it, and the closing line at its own depth. */
function nestByIndent(split: SplitText, structure: Structure, deadline: Deadline): void {
  const { kinds, indents, owners, blockEnds, headEnds } = structure
  const open: number[] = []
  let lastSolid = -1
  for (let i = 0; i < split.count; i++) {
    deadline.spend(8)
    const indent = indents[i]!
    if (indent < 0 || kinds[i] === Kind.Directive) {
      owners[i] = open.at(-1) ?? -1
      continue
    }
    while (open.length > 0) {
      const head = open.at(-1)!
      if (indent > indents[head]! || i <= headEnds[head]!) break
      const isClosing =
        indent === indents[head] && (kinds[i] === Kind.Closer || kinds[i] === Kind.Opener)
      if (isClosing && !isHead(kinds[i]!)) {
        if (kinds[i] === Kind.Opener) break
        owners[i] = head
        lastSolid = i
      }
      blockEnds[head] = Math.max(lastSolid, headEnds[head]!)
      open.pop()
      if (isClosing) break
    }
    if (owners[i] === -1) owners[i] = open.at(-1) ?? -1
    lastSolid = i
    if (isHead(kinds[i]!)) open.push(i)
  }
  for (const head of open) blockEnds[head] = Math.max(lastSolid, headEnds[head]!)
}
