// Questions about multi-line records, as in YAML and indented JSON: which records have a value.
import { ORDINARY_WORDS } from '../question/filler-words.js'
import { isFrameWord } from '../question/shape-words.js'
import { wordsOf } from '../text/words.js'
import {
  type Answer,
  type Asking,
  ascending,
  knownWords,
  linesWhere,
  solidLines,
  stemsIn,
} from './answer.js'
import { namingLines, recordEnd, recordStart } from './data-parts.js'

const MEMBER =
  /^\s*(?:- )?["']?([\w.$/@-]{1,60})["']?\s*[:=]\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'{[,#][^,#\n]*))\s*,?\s*$/
/** A plain value in a list. */
const ITEM = /^\s+(?:- )?["']?([^\s"',:]+)["']?,?\s*$/
const MAX_RECORD_LINES = 9

export function recordAnswer(asking: Asking): Answer | undefined {
  const { question, structure } = asking
  if (question.isHow || !question.isList) return undefined
  const matches = linesWhere(asking, (text) => hasAskedValue(question, text)).flatMap((line) => {
    const start = recordStart(asking, line)
    return start === undefined ? [] : [{ line, start }]
  })
  if (matches.length === 0) return undefined
  // `Which formats are released for linux?` is not answered by a list with `linux`.
  const known = knownWords(asking, question.contentWords)
  const most = matches.reduce((best, { start }) => {
    const own = stemsIn(asking, known, start, recordEnd(asking, start)).length
    return Math.max(best, own)
  }, 0)
  const isOfItems = matches.every(({ line, start }) => line === start)
  if (most * (isOfItems ? 1 : 2) < known.length) return undefined
  const lines = matches.flatMap(({ line, start }) => {
    const all = solidLines(structure, start, recordEnd(asking, start))
    const isShort = all.length <= MAX_RECORD_LINES && structure.indents[start]! > 0
    return isShort ? all : [start, ...namingLines(asking, start), line]
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
