// A section of the documentation inside code: `## Exclude option` in a docstring, `/// # Panics` in comments.
import {
  type Answer,
  type Asking,
  lineOf,
  linesWhere,
  partOf,
  plainTitle,
  solidLines,
} from './answer.js'

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
const MAX_LENGTH = 150

export function docstringSectionAnswer(asking: Asking): Answer | undefined {
  const { question, structure } = asking
  if (!ASKED.test(question.text)) return undefined
  const sections = sectionsIn(asking)
  const questionText = ` ${plainTitle(question.text)} `
  const [section, ...more] = sections.filter(({ title }) =>
    questionText.includes(` ${plainTitle(title)} `),
  )
  if (section === undefined || more.length > 0) return undefined
  const lines = solidLines(structure, section.line, endOf(asking, section, sections))
  return { ...partOf(lines, 'lines of the section'), elsewhere: 0.1 }
}

function sectionsIn(asking: Asking): DocSection[] {
  return linesWhere(asking, (text) => HEADING.test(text)).map((line) => {
    const [, signs = '', title = ''] = HEADING.exec(lineOf(asking.split, line))!
    return { title, line, level: signs.length }
  })
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
  for (let i = line + 1; i < next && i - line <= MAX_LENGTH; i++) {
    const text = lineOf(split, i)
    if (DOC_END.test(text) || (isComment && !COMMENTED.test(text))) break
    if (structure.indents[i]! >= 0) end = i
  }
  return end
}
