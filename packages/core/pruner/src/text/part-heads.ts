// A match, a message or a file name means nothing without its file, commit or folder, and is
// wrong under another one: in the output of searches, `git log`, `ls -R` and `head *`
// those lines are headings, which are shown with anything of their part.
import type { Deadline } from '../deadline.js'
import type { Family } from './family.js'
import { Kind, matchesAt } from './line-kinds.js'
import type { SplitText } from './lines.js'
import { numberAt } from './places.js'
import { nest, ownNumbers, type Structure } from './structure.js'
import { withTableHeads } from './tables.js'

const COMMIT = 1
/** The first line of its message. */
const SUBJECT = 2
const FILE = 3
const HUNK = 4

const commitPattern = /commit [0-9a-f]{7,64}\b/y
const filePattern = /(?:diff --git |==> .{1,300} <==\r?$)/my
const hunkPattern = /@@ -\d/y
/** `./src:` of `ls -R`, `src/app.ts:` of a search. */
const folderPattern = /(?:\.{1,2}|(?:[A-Za-z]:)?[\w.@+~-]*[/\\][^\n:]{0,300}):\r?$/my
const pathPattern = /(?:[A-Za-z]:)?[\w.@+~/\\-][^\n:]{0,300}\r?$/my

/** The structure for showing lines: that of the text, with the heads of its parts. */
export function withPartHeads(
  split: SplitText,
  structure: Structure,
  family: Family,
  deadline: Deadline,
): Structure {
  const isDrawn = isTree(split)
  if (family === 'data' || isDrawn) return withParents(split, structure, isDrawn, deadline)
  if ((family === 'code' || family === 'prose') && !isSeveralFiles(split.text))
    return family === 'prose' ? withTableHeads(split, structure, deadline) : structure
  const levels = new Uint8Array(split.count)
  const joined = isJoined(split.text)
  let heads = 0
  let isBeforeMessage = false
  for (let i = 0; i < split.count; i++) {
    deadline.spend(8)
    if (structure.indents[i] !== 0) {
      if (isBeforeMessage && structure.indents[i]! > 0) {
        levels[i] = SUBJECT
        isBeforeMessage = false
      }
      continue
    }
    levels[i] = joined && isJoinedHead(split, i) ? FILE : levelOf(split, structure.indents, i)
    if (levels[i] !== 0) isBeforeMessage = levels[i] === COMMIT
    if (levels[i] !== 0) heads++
  }
  if (heads === 0) return structure
  const owners = new Int32Array(split.count).fill(-1)
  const headEnds = ownNumbers(split.count, deadline)
  const blockEnds = headEnds.slice()
  const kinds = new Uint8Array(split.count).fill(Kind.Plain)
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) deadline.spend(4096)
    const kind = structure.kinds[i]!
    if (levels[i] !== 0) kinds[i] = Kind.Heading
    else if (kind === Kind.Closer || kind === Kind.Opener) kinds[i] = kind
  }
  nest(levels, owners, blockEnds, deadline)
  deadline.check()
  return { ...structure, kinds, owners, blockEnds, headEnds }
}

const treePattern = /^[ \t│|]{0,200}(?:[├└]─|\|--|`--|\+--|\\--)/m
/** One of these is in every such line, and is found faster. */
const BRANCHES = ['├─', '└─', '|--', '`--', '+--', '\\--']
const branchPattern = /[ \t│├└─┬|`+\\-]*/y
const TREE_SHARE = 0.3

/** Output of `tree`, `npm ls` and `cargo tree`. */
function isTree({ text, starts, ends, count }: SplitText): boolean {
  const head = text.slice(0, LOOKED_AT)
  if (!BRANCHES.some((branch) => head.includes(branch)) || !treePattern.test(head)) return false
  let seen = 0
  let branches = 0
  for (let i = 0; i < count && seen < 200; i++, seen++)
    if (treePattern.test(text.slice(starts[i], Math.min(ends[i]!, starts[i]! + 200)))) branches++
  return branches > TREE_SHARE * seen
}

/**
 * Members and leaves come with their parents: the lines above with less indentation. A
 * record that only a brace opens is identified by its first member.
 */
function withParents(
  split: SplitText,
  structure: Structure,
  isDrawn: boolean,
  deadline: Deadline,
): Structure {
  const { count } = split
  const kinds = structure.kinds.slice()
  const owners = new Int32Array(count).fill(-1)
  const headEnds = ownNumbers(split.count, deadline)
  const blockEnds = headEnds.slice()
  const depths = new Int32Array(count)
  const open: number[] = []
  let last = -1
  for (let i = 0; i < count; i++) {
    if (structure.indents[i]! < 0) continue
    const depth = isDrawn ? drawnDepth(split, i) : structure.indents[i]!
    deadline.spend(depth + 8)
    depths[i] = depth
    if (last >= 0 && depth > depths[last]!) {
      const isBare = kinds[last] === Kind.Closer
      const isRecord = isBare && split.text.charCodeAt(split.ends[last]! - 1) === 123
      if (!isBare || isRecord) {
        open.push(last)
        kinds[last] = Kind.Block
      }
      if (isRecord) headEnds[last] = i
    }
    while (open.length > 0 && depths[open.at(-1)!]! >= depth) blockEnds[open.pop()!] = last
    owners[i] = open.at(-1) ?? -1
    last = i
  }
  for (const head of open) blockEnds[head] = last
  return { ...structure, kinds, owners, blockEnds, headEnds }
}

function drawnDepth({ text, starts, ends }: SplitText, line: number): number {
  const from = starts[line]!
  branchPattern.lastIndex = from
  return Math.min(branchPattern.exec(text)?.[0].length ?? 0, ends[line]! - from)
}

/** What `head` and `tail` write above each of several files; no part of code extends beyond a file. */
const severalPattern = /^==> .{1,300} <==\r?$/m
const LOOKED_AT = 16_384

function isSeveralFiles(text: string): boolean {
  return severalPattern.test(text.slice(0, LOOKED_AT)) || isJoined(text)
}

const fileNamePattern = /(?:[A-Za-z]:)?[^\n:]{0,300}[/\\.][^\n:]{1,300}:\r?$/my
const ruledPattern = /^---\r?\n(?:[A-Za-z]:)?[^\n:]{0,300}[/\\.][^\n:]{1,300}:\r?$/m

/** `src/app.ts:` above the first of several files, and below a rule above each other one, as file servers join them. */
function isJoined(text: string): boolean {
  return matchesAt(fileNamePattern, text, 0) && ruledPattern.test(text)
}

function isJoinedHead({ text, starts, ends }: SplitText, line: number): boolean {
  if (line > 0 && text.slice(starts[line - 1], ends[line - 1]).trimEnd() !== '---') return false
  return matchesAt(fileNamePattern, text, starts[line]!)
}

/** 0 for a line that heads nothing. */
function levelOf(split: SplitText, indents: Int32Array, line: number): number {
  const { text, starts, count } = split
  const at = starts[line]!
  if (matchesAt(commitPattern, text, at)) return COMMIT
  if (matchesAt(filePattern, text, at)) return FILE
  if (matchesAt(hunkPattern, text, at)) return HUNK
  const isFirst = line === 0 || indents[line - 1]! < 0 || isCount(split, line - 1)
  if (!isFirst || line + 1 >= count || indents[line + 1]! < 0) return 0
  if (matchesAt(folderPattern, text, at)) return FILE
  const isOverMatches =
    matchesAt(numberAt, text, starts[line + 1]!) && !matchesAt(numberAt, text, at)
  return isOverMatches && matchesAt(pathPattern, text, at) ? FILE : 0
}

const countPattern = /Found \d+ /y

/** `Found 12 matches` is above the first file without a blank line. */
function isCount({ text, starts }: SplitText, line: number): boolean {
  return line === 0 && matchesAt(countPattern, text, starts[0]!)
}
