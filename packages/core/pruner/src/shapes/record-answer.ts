// Questions about multi-line records, as in YAML and indented JSON: which records have a value.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import { type Answer, type Asking, ascending, lineOf, linesWhere, solidLines } from './answer.js'

const MEMBER =
  /^\s*(?:- )?["']?([\w.$/@-]{1,60})["']?\s*[:=]\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{[,#][^,#\n]*))\s*,?\s*$/
/** A plain value in a list. */
const ITEM = /^\s+(?:- )?["']?([^\s"',:]+)["']?,?\s*$/
const LONGEST_RECORD = 9

export function recordAnswer(asking: Asking): Answer | undefined {
  const { question, structure } = asking
  if (question.isHow || !question.isList) return undefined
  const matches = linesWhere(asking, (text) => hasAskedValue(question, text)).flatMap((line) => {
    const start = recordStart(asking, line)
    return start === undefined ? [] : [{ line, start }]
  })
  if (matches.length === 0) return undefined
  const lines = matches.flatMap(({ line, start }) => {
    const all = solidLines(structure, start, recordEnd(asking, start))
    return all.length <= LONGEST_RECORD ? all : [start, line]
  })
  const members = [...new Set(matches.map(({ start }) => start))]
  return { shape: 'rows', lines: ascending(lines), noun: 'records', members }
}

/** Whether a line gives a value of the question: an ordinary word only to a key that is named too. */
function hasAskedValue({ quoted, tokens, stems }: Asking['question'], text: string): boolean {
  const member = MEMBER.exec(text)
  const item = ITEM.exec(text)?.[1]
  const value = (item ?? member?.[2] ?? member?.[3] ?? member?.[4] ?? '').trim().toLowerCase()
  const isRequested = [...quoted, ...tokens].some((token) => token.toLowerCase() === value)
  if (value === '' || !isRequested) return false
  const isNamed =
    item === undefined && wordsOf(member?.[1] ?? '').every((stem) => stems.includes(stem))
  return isNamed || !wordsOf(value).every((stem) => isFrameWord(stem) || ORDINARY_WORDS.has(stem))
}

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
    if (/^\s*\{\s*$/.test(text)) return i + 1
    if (own === 0 && /^[\w.-]+\s*=/.test(text)) return sectionStart(split, i)
    indent = own
  }
  return undefined
}

/** The first member of the `[[section]]` that a line at the margin belongs to. */
function sectionStart(split: Asking['split'], line: number): number | undefined {
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
