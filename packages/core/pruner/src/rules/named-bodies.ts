// What the question names may be the head of the answer: a key of data, an entry of a manual, a file of a diff
// or of a search, a commit. The lines under it are the rest.
import { Kind } from '../text/line-kinds.js'
import type { SplitText } from '../text/lines.js'
import type { Structure } from '../text/structure.js'
import type { ScoringInput } from '../types.js'
import { allNames } from './names.js'
import { ALL_FAMILIES, type Floor, type Rule } from './rule.js'

/** A longer key contains a section of the document, and which part was meant is unknown. */
const MAX_BODY_LINES = 10
/** Unless it is the only one. */
const MAX_OF_ONE_LINES = 24
/** The beginning of a paragraph is enough; of a file in a diff everything is needed. */
const FIRST_LINES = 6
const MAX_PART_LINES = 80
const MAX_LINES = 160
/** A word at the head of more than so many (`diff`) names none of them. */
const MAX_HEADS = 24

export const namedBodies: Rule = {
  name: 'named-bodies',
  families: ALL_FAMILIES.filter((family) => family !== 'code'),
  questions: 'explicit',
  answersOnly: true,
  does: 'Makes the few lines under a named head as likely as the head, and as certain.',
  effect: ({ names, input, structure, isOverview }, { chances, certain }) => {
    if (isOverview) return undefined
    const floors: Floor[] = []
    const follow: number[] = []
    let left = MAX_LINES
    for (const { lines } of allNames(names)) {
      if (lines.length > MAX_HEADS) continue
      for (const line of lines) {
        const size = Math.min(bodySize(input, structure, line, lines.length === 1), left)
        left -= size
        for (let i = line + 1; i <= line + size; i++) {
          floors.push([i, chances[line]!])
          if (certain[line] === 1) follow.push(i)
        }
      }
    }
    return floors.length === 0 ? undefined : { floors, certain: follow }
  },
}

/** How many lines below the line belong to its answer. */
function bodySize(
  { family, split }: ScoringInput,
  structure: Structure,
  line: number,
  isOnly: boolean,
): number {
  const { blockEnds, indents, kinds } = structure
  const size = blockEnds[line]! - line
  if (family === 'data') {
    const record = recordSize(structure, line)
    if (record > 0) return Math.min(record, MAX_BODY_LINES)
    return size > (isOnly ? MAX_OF_ONE_LINES : MAX_BODY_LINES) ? 0 : size
  }
  // The subject of a commit, which is indented, answers which commit it is.
  const isHead = kinds[line] === Kind.Heading && indents[line] === 0
  if (isHead && family !== 'prose') return size > MAX_PART_LINES ? 0 : size
  return isEntry(split, line) ? indentedBelow(structure, line) : 0
}

/** A record is identified by its first member: how many members follow it. */
function recordSize({ owners, headEnds, blockEnds }: Structure, line: number): number {
  const owner = owners[line]!
  return owner >= 0 && headEnds[owner] === line ? blockEnds[owner]! - line : 0
}

const MAX_ENTRY_LINES = 80

/** A term of a manual or of a help text is on its own short line. */
function isEntry({ starts, ends }: SplitText, line: number): boolean {
  return ends[line]! - starts[line]! <= MAX_ENTRY_LINES
}

function indentedBelow({ indents }: Structure, line: number): number {
  let size = 0
  while (size < FIRST_LINES && (indents[line + size + 1] ?? -1) > indents[line]!) size++
  return size
}
