// Questions about a document for the rows of its tables on a subject: all settings of the store.
import { wordsOf } from '../text/words.js'
import type { Answer, Asking } from './answer.js'

const LEAST_ROWS = 2
const MOST_ROWS = 80
/** Sentences may mention it as well. */
const ELSEWHERE = 0.3

const isTableRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line)
const isTableRule = (line: string): boolean => /^\s*\|[\s|:-]+$/.test(line)

/** Rows with all content words of the question, with each table's header and the heading above it. */
export function tableRowsAnswer(
  { question, split, checkDeadline }: Asking,
  sections: readonly { readonly line: number }[],
): Answer | undefined {
  const { telling } = question
  if (telling.length === 0) return undefined
  const members: number[] = []
  const heads = new Set<number>()
  let header = -1
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const line = rowAt(split, i)
    if (!isTableRow(line)) {
      header = -1
      continue
    }
    if (header < 0) header = i
    if (i === header || isTableRule(line)) continue
    const own = new Set(wordsOf(line))
    if (!telling.every((stem) => own.has(stem))) continue
    members.push(i)
    for (const head of [sectionAbove(sections, header), header]) if (head >= 0) heads.add(head)
  }
  if (members.length < LEAST_ROWS || members.length > MOST_ROWS) return undefined
  const lines = [...heads, ...members].sort((a, b) => a - b)
  return { shape: 'rows', lines, noun: 'rows', members, elsewhere: ELSEWHERE }
}

const LONGEST_ROW = 2000

/** Rows of a table may be longer than other lines. */
function rowAt({ text, starts, ends }: Asking['split'], line: number): string {
  const from = starts[line]!
  if (text.charCodeAt(from) !== 124 && text[from] !== ' ') return ''
  return text.slice(from, Math.min(ends[line]!, from + LONGEST_ROW))
}

function sectionAbove(sections: readonly { readonly line: number }[], line: number): number {
  return sections.findLast((section) => section.line < line)?.line ?? -1
}
