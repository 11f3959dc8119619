// A section of the documentation inside code: `## Exclude option` in a docstring, `/// # Panics` in comments.
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, plainTitle, solidLines } from './answer.js'

interface DocSection {
  readonly title: string
  readonly line: number
  readonly level: number
}

const ASKED =
  /\b(?:sections?|headings?|chapters?|paragraphs?|(?:doc(?:string|umentation|s)?|comments?)\b.{0,30}\b(?:says?|about|on|tells?))\b/i
const COMMENT = String.raw`(?:\/\/[\/!]?|\*|--)?`
const HEADING = new RegExp(String.raw`^\s*${COMMENT}\s*(#{1,4})\s+(\S.{1,80}?)\s*$`)
const COMMENTED = /^\s*(?:\/\/[/!]?|\*(?!\/)|--)/
const DOC_END = /^\s*(?:"""|'''|\*\/|=end\b|-\})|(?:"""|''')\s*$/
const LONGEST = 150

export function docstringSectionAnswer(asking: Asking): Answer | undefined {
  const { question, structure } = asking
  if (!ASKED.test(question.text)) return undefined
  const sections = sectionsIn(asking)
  const asked = ` ${plainTitle(question.text)} `
  const named = sections.filter(({ title }) => asked.includes(` ${plainTitle(title)} `))
  const meant = named.length > 0 ? named : sections.filter((one) => isMeant(one, question.telling))
  const [section, ...more] = meant
  if (section === undefined || more.length > 0) return undefined
  const lines = solidLines(structure, section.line, endOf(asking, section, sections))
  return { shape: 'part', lines, noun: 'lines of the section', members: lines, elsewhere: 0.1 }
}

function isMeant({ title }: DocSection, wanted: readonly string[]): boolean {
  const own = wordsOf(title)
  return wanted.length > 0 && wanted.every((stem) => own.includes(stem))
}

function sectionsIn({ split, structure, checkDeadline }: Asking): DocSection[] {
  const found: DocSection[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    if (structure.indents[i]! < 0) continue
    const match = HEADING.exec(lineOf(split, i))
    if (match) found.push({ title: match[2]!, line: i, level: match[1]!.length })
  }
  return found
}

/** Up to the next heading that is no lower, the end of the docstring, or the last line of the comment. */
function endOf(
  { split, structure }: Asking,
  section: DocSection,
  all: readonly DocSection[],
): number {
  const { line, level } = section
  const next = all.find((one) => one.line > line && one.level <= level)?.line ?? split.count
  const isComment = COMMENTED.test(lineOf(split, line))
  let end = line
  for (let i = line + 1; i < next && i - line <= LONGEST; i++) {
    const text = lineOf(split, i)
    if (DOC_END.test(text) || (isComment && !COMMENTED.test(text))) break
    if (structure.indents[i]! >= 0) end = i
  }
  return end
}
