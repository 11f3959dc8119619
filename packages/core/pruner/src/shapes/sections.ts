// The sections of a document: headings with their levels, each with its content.
import { Kind } from '../text/line-kinds.js'
import { type Asking, lineOf } from './answer.js'

export interface Section {
  readonly title: string
  readonly line: number
  /** The last line of its title, including a rule under it. */
  readonly titleEnd: number
  readonly end: number
  readonly level: number
}

/** Headings with `#`, underlined ones, and those of a manual page: capitals at the margin. */
export function sectionsOf({
  split,
  structure,
  checkDeadline,
}: Pick<Asking, 'split' | 'structure' | 'checkDeadline'>): Section[] {
  const open: { title: string; line: number; titleEnd: number; level: number; end: number }[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (structure.indents[i]! < 0) continue
    const line = lineOf(split, i)
    if (structure.kinds[i] === Kind.Fence) continue
    const hashed = structure.indents[i]! < 4 ? /^\s*(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line) : null
    if (hashed && structure.kinds[i] === Kind.Heading)
      open.push({ title: hashed[2]!, line: i, titleEnd: i, level: hashed[1]!.length, end: 0 })
    else if (
      structure.indents[i] === 0 &&
      !/^[|+]/.test(line) &&
      isRule(i + 1 < split.count ? lineOf(split, i + 1) : '')
    )
      open.push({
        title: line.trim(),
        line: i,
        titleEnd: i + 1,
        level: ruleLevel(lineOf(split, i + 1)),
        end: 0,
      })
    else if (
      structure.indents[i] === 0 &&
      /^[A-Z][A-Z0-9 ,/()&'-]{2,60}$/.test(line) &&
      isManualHeading(structure, i)
    )
      open.push({ title: line.trim(), line: i, titleEnd: i, level: 1, end: 0 })
    else if (/^\.S[HS]\s+\S/.test(line))
      open.push({
        title: line.slice(4).replaceAll('"', ''),
        line: i,
        titleEnd: i,
        level: line[2] === 'H' ? 1 : 2,
        end: 0,
      })
    else if (/^={2,5} \S/.test(line))
      open.push({
        title: line.replaceAll(/^=+ | =+$/g, ''),
        line: i,
        titleEnd: i,
        level: /^=+/.exec(line)![0].length,
        end: 0,
      })
  }
  for (const [n, section] of open.entries()) {
    let next = n + 1
    while (next < open.length && open[next]!.level > section.level) next++
    let end = (open[next]?.line ?? split.count) - 1
    while (end > section.line && structure.indents[end]! < 0) end--
    section.end = end
  }
  return open
}

const RULES = '=-~^"*+#'
const isRule = (line: string): boolean => /^([=\-~^"*+#])\1{2,}\s*$/.test(line)

function ruleLevel(rule: string): number {
  return 1 + RULES.indexOf(rule[0] ?? '=')
}

/** What follows is indented: in a manual page only headings are at the margin. */
function isManualHeading({ indents }: Asking['structure'], line: number): boolean {
  let next = line + 1
  while (next < indents.length && indents[next]! < 0) next++
  return next < indents.length && indents[next]! > 0
}
