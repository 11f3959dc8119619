// What the question names may be the head of the answer: a key of data, an entry of a manual, a file of a diff
// or of a search, a commit. What stands under it is the rest.
import type { Family } from '../text/family.js'
import { Kind } from '../text/line-kinds.js'
import type { SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import type { NamedLines } from './named-lines.js'

/** Longer than this, a key holds a part of the document, and which of it was meant is not known. */
const LONGEST_BODY = 10
/** Unless it is the only one. */
const LONGEST_OF_ONE = 24
/** Of a paragraph its beginning tells, of a file in a diff everything. */
const FIRST_LINES = 6
const LONGEST_PART = 80
const MOST_LINES = 160
/** A word at the head of more than so many (`diff`) is the name of none. */
const MOST_HEADS = 24

export interface Bodies {
  readonly split: SplitText
  readonly family: Family
  readonly structure: Structure
}

/** In place: the few lines under a named head are as likely as the head, and as certain. */
export function raiseBodies(
  named: readonly NamedLines[],
  bodies: Bodies,
  chances: Float32Array,
  certain: Uint8Array,
): void {
  let left = MOST_LINES
  for (const { lines } of named) {
    if (lines.length > MOST_HEADS) continue
    for (const line of lines) {
      const size = Math.min(bodySize(bodies, line, lines.length === 1), left)
      left -= size
      for (let i = line + 1; i <= line + size; i++) {
        chances[i] = Math.max(chances[i]!, chances[line]!)
        if (certain[line] === 1) certain[i] = 1
      }
      if (left === 0) return
    }
  }
}

/** How many lines below the line answer with it. */
function bodySize({ family, structure, split }: Bodies, line: number, isOnly: boolean): number {
  const { blockEnds, kinds } = structure
  const size = blockEnds[line]! - line
  if (family === 'code') return 0
  if (family === 'data') {
    const record = recordSize(structure, line)
    if (record > 0) return Math.min(record, LONGEST_BODY)
    return size > (isOnly ? LONGEST_OF_ONE : LONGEST_BODY) ? 0 : size
  }
  if (kinds[line] === Kind.Heading && family !== 'prose') return size > LONGEST_PART ? 0 : size
  return isEntry(split, line) ? indentedBelow(structure, line) : 0
}

/** A record is known by its first member: how many members follow it. */
function recordSize({ owners, headEnds, blockEnds }: Structure, line: number): number {
  const owner = owners[line]!
  return owner >= 0 && headEnds[owner] === line ? blockEnds[owner]! - line : 0
}

const LONGEST_ENTRY = 80

/** A term of a manual or of a help text stands on a short line of its own. */
function isEntry({ starts, ends }: SplitText, line: number): boolean {
  return ends[line]! - starts[line]! <= LONGEST_ENTRY
}

function indentedBelow({ indents }: Structure, line: number): number {
  let size = 0
  while (size < FIRST_LINES && (indents[line + size + 1] ?? -1) > indents[line]!) size++
  return size
}
