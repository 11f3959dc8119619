// Questions about multi-line records, as in YAML and indented JSON: which records have a value.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, lineOf, solidLines } from './answer.js'

const MEMBER =
  /^\s*(?:- )?["']?([\w.$/@-]{1,60})["']?\s*[:=]\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{[,#][^,#\n]*))\s*,?\s*$/
/** A plain value in a list. */
const ITEM = /^\s+(?:- )?["']?([^\s"',:]+)["']?,?\s*$/
const LONGEST_RECORD = 9

export function recordAnswer(asking: Asking): Answer | undefined {
  const { question, split, structure, checkDeadline } = asking
  const { kinds, isList, isHow } = question
  if (isHow || !(isList || kinds.has('row') || kinds.has('key'))) return undefined
  const values = new Set(
    [...question.quoted, ...question.tokens].map((token) => token.toLowerCase()),
  )
  const stems = new Set(question.stems)
  const matches: { line: number; start: number }[] = []
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    if (structure.indents[i]! < 0) continue
    const line = lineOf(split, i)
    const item = ITEM.exec(line)?.[1]?.toLowerCase()
    if (
      item !== undefined &&
      values.has(item) &&
      !wordsOf(item).every((stem) => isFrameWord(stem) || ORDINARY_WORDS.has(stem))
    ) {
      const start = recordStart(asking, i)
      if (start !== undefined) matches.push({ line: i, start })
      continue
    }
    const member = MEMBER.exec(line)
    if (member === null) continue
    const value = (member[2] ?? member[3] ?? member[4] ?? '').trim().toLowerCase()
    if (value === '' || !values.has(value)) continue
    if (wordsOf(value).every((stem) => isFrameWord(stem))) continue
    const isNamed = wordsOf(member[1]!).every((stem) => stems.has(stem))
    if (!isNamed && wordsOf(value).every((stem) => ORDINARY_WORDS.has(stem))) continue
    const start = recordStart(asking, i)
    if (start !== undefined) matches.push({ line: i, start })
  }
  if (matches.length === 0) return undefined
  const lines = new Set<number>()
  for (const { line, start } of matches) {
    const end = recordEnd(asking, start)
    const all = solidLines(structure, start, end)
    for (const one of all.length <= LONGEST_RECORD ? all : [start, line]) lines.add(one)
  }
  const members = [...new Set(matches.map(({ start }) => start))]
  return { shape: 'rows', lines: [...lines].sort((a, b) => a - b), noun: 'records', members }
}

const isBrace = (line: string): boolean => /^\s*\{\s*$/.test(line)
const isItem = (line: string): boolean => /^\s*- /.test(line)

/** The first member of the list record that a line belongs to. */
function recordStart({ split, structure }: Asking, line: number): number | undefined {
  let indent = structure.indents[line]!
  if (isItem(lineOf(split, line))) return line
  for (let i = line - 1; i >= 0; i--) {
    const own = structure.indents[i]!
    if (own < 0 || own >= indent) continue
    const text = lineOf(split, i)
    if (isItem(text)) return i
    if (isBrace(text)) return i + 1
    if (own === 0 && isSectionMember(text)) return sectionName({ split, structure }, i)
    indent = own
  }
  return undefined
}

const isSectionMember = (line: string): boolean => /^[\w.-]+\s*=/.test(line)

/** The first member of the `[[section]]` that a line at the margin belongs to. */
function sectionName(
  { split }: Pick<Asking, 'split' | 'structure'>,
  line: number,
): number | undefined {
  for (let i = line; i >= 0; i--) if (/^\[{1,2}[^\]]+\]/.test(lineOf(split, i))) return i + 1
  return undefined
}

function recordEnd({ split, structure }: Asking, start: number): number {
  const indent = structure.indents[start]!
  const least = isItem(lineOf(split, start)) ? indent + 1 : indent
  let end = start
  for (let i = start + 1; i < split.count; i++) {
    if (structure.indents[i]! < 0) continue
    if (structure.indents[i]! < least) break
    end = i
  }
  return end
}
