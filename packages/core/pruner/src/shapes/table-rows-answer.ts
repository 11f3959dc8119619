// Questions about a document for the rows of its tables on a subject: all settings of the store.
import { type Answer, type Asking, ascending, containsAll } from './answer.js'

const MIN_ROWS = 2
const MAX_ROWS = 80
/** Sentences may mention it as well. */
const ELSEWHERE = 0.3

const isTableRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line)
const isTableRule = (line: string): boolean => /^\s*\|[\s|:-]+$/.test(line)

interface Row {
  readonly line: number
  readonly header: number
}

/** Rows with all content words of the question, with each table's header and the heading above it. */
export function tableRowsAnswer(
  asking: Asking,
  sections: readonly { readonly line: number }[],
): Answer | undefined {
  const rows = rowsIn(asking)
  const about = wordsOfRows(asking, rows)
  if (about.length === 0) return undefined
  const found = rows.filter(({ line }) => containsAll(asking, about, line))
  if (found.length < MIN_ROWS || found.length > MAX_ROWS) return undefined
  const members = found.map(({ line }) => line)
  const heads = found.flatMap(({ header }) => [sectionAbove(sections, header), header])
  const lines = ascending([...heads.filter((line) => line >= 0), ...members])
  return { shape: 'rows', lines, noun: 'rows', members, elsewhere: ELSEWHERE }
}

function rowsIn({ split, checkDeadline }: Asking): Row[] {
  const rows: Row[] = []
  let header = -1
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const line = rowAt(split, i)
    if (!isTableRow(line)) header = -1
    else if (header < 0) header = i
    else if (!isTableRule(line)) rows.push({ line: i, header })
  }
  return rows
}

/** The content words that select rows: a header's words name what all of them are. */
function wordsOfRows(asking: Asking, rows: readonly Row[]): string[] {
  const headers = [...new Set(rows.map(({ header }) => header))]
  const isIn = (stem: string, lines: readonly number[]) =>
    lines.some((line) => containsAll(asking, [stem], line))
  const all = rows.map(({ line }) => line)
  return asking.question.contentWords.filter((stem) => isIn(stem, all) && !isIn(stem, headers))
}

const MAX_ROW_LENGTH = 2000

/** Rows of a table may be longer than other lines. */
function rowAt({ text, starts, ends }: Asking['split'], line: number): string {
  const from = starts[line]!
  if (text.charCodeAt(from) !== 124 && text[from] !== ' ') return ''
  return text.slice(from, Math.min(ends[line]!, from + MAX_ROW_LENGTH))
}

function sectionAbove(sections: readonly { readonly line: number }[], line: number): number {
  return sections.findLast((section) => section.line < line)?.line ?? -1
}
