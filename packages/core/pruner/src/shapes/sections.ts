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
  const open: (Omit<Section, 'end'> & { end: number })[] = []
  const levelOf = /^#{1,6} \S/m.test(split.text) ? ruleLevel : levelsByUse()
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    if (structure.indents[i]! < 0 || structure.kinds[i] === Kind.Fence) continue
    const found = headingAt(split, structure, i, levelOf)
    if (found) open.push({ line: i, titleEnd: i, end: 0, ...found })
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

type Heading = Pick<Section, 'title' | 'level'> & { readonly titleEnd?: number }

/** `## Title ##` */
function titleIn(rest: string): string {
  const title = rest.trimEnd()
  let end = title.length
  while (title[end - 1] === '#') end--
  return end > 0 && title[end - 1] === ' ' ? title.slice(0, end).trimEnd() : title
}

function headingAt(
  split: Asking['split'],
  structure: Asking['structure'],
  i: number,
  levelOf: (rule: string) => number,
): Heading | undefined {
  const line = lineOf(split, i)
  const indent = structure.indents[i]!
  const hashed = indent < 4 ? /^\s*(#{1,6})\s+(?=\S)/.exec(line) : null
  if (hashed && structure.kinds[i] === Kind.Heading)
    return { title: titleIn(line.slice(hashed[0].length)), level: hashed[1]!.length }
  const banner = BANNER.exec(line)?.[2]
  if (banner !== undefined) return { title: banner, level: 1 }
  const next = indent === 0 && i + 1 < split.count ? lineOf(split, i + 1) : ''
  if (!/^[|+]/.test(line) && isRule(next))
    return { title: line.trim(), titleEnd: i + 1, level: levelOf(next) }
  if (indent === 0 && /^[A-Z][A-Z0-9 ,/()&'-]{2,60}$/.test(line) && isManualHeading(structure, i))
    return { title: line.trim(), level: 1 }
  const term =
    indent > 0 && isManualHeading(structure, i, indent) ? TERM.exec(line)?.[1] : undefined
  if (term !== undefined && structure.indents[i - 1]! < 0) return { title: term, level: OF_TERMS }
  if (/^\.S[HS]\s+\S/.test(line))
    return { title: line.slice(4).replaceAll('"', ''), level: line[2] === 'H' ? 1 : 2 }
  const equals = /^={2,5}(?= \S)/.exec(line)?.[0]
  if (equals === undefined) return undefined
  return { title: line.replaceAll(/^=+ | =+$/g, ''), level: equals.length }
}

const RULES = '=-~^"*+#'
const isRule = (line: string): boolean => /^([=\-~^"*+#])\1{2,}\s*$/.test(line)

function ruleLevel(rule: string): number {
  return 1 + RULES.indexOf(rule[0] ?? '=')
}

/** In reStructuredText the sign that is used first is the highest. */
function levelsByUse(): (rule: string) => number {
  const seen: string[] = []
  return (rule) => {
    const sign = rule[0] ?? '='
    if (!seen.includes(sign)) seen.push(sign)
    return 1 + seen.indexOf(sign)
  }
}

/** `##### Limits #####` in a comment of settings. */
const BANNER = /^(?:[#;/]+ ?)?([#=*~-])\1{3,}\s+(\S.*?)\s+\1{4,}\W*$/

/** `lock` or `add <path>` of a manual page, above what it does. */
const TERM = /^ {2,12}([a-z][\w-]{2,30})(?: +[<[(].*)?$/
const OF_TERMS = 9

/** What follows is indented deeper: in a manual page only headings are at the margin. */
function isManualHeading({ indents }: Asking['structure'], line: number, indent = 0): boolean {
  let next = line + 1
  if (indent === 0) while (next < indents.length && indents[next]! < 0) next++
  return next < indents.length && indents[next]! > indent
}
