// Questions about a table or records: the rows with a value in a column, and the names of the columns.
import { wordsOf } from '../text/words.js'
import type { Answer, Asking } from './answer.js'
import {
  type Condition,
  conditionsOf,
  MAX_DISTINCT,
  namedColumns,
  OF_VALUES,
} from './row-conditions.js'
import { type Rows, rowsOf } from './rows.js'

export function rowAnswer(asking: Asking): Answer | undefined {
  const { question } = asking
  const rows = rowsOf(asking)
  if (rows === undefined) return undefined
  if (question.isHow) return isHowBuilt(question.text) ? header(asking, rows) : undefined
  const conditions = conditionsOf(asking, rows)
  if (conditions.length > 0) return matching(asking, rows, conditions)
  if (asksForColumns(asking, rows)) return header(asking, rows)
  return firstOfEach(asking, rows)
}

/** *Which regions are there?*: the first row with each value of the column. */
function firstOfEach(asking: Asking, rows: Rows): Answer | undefined {
  const { question, split, checkDeadline } = asking
  const [column, ...more] = namedColumns(question.tokens, rows)
  if (column === undefined || more.length > 0 || !OF_VALUES.test(question.text)) return undefined
  const firsts = new Map<string, number>()
  for (let i = rows.first; i < split.count && firsts.size <= MAX_DISTINCT; i++) {
    if ((i & 63) === 0) checkDeadline()
    const value = rows.valuesOf(i)[column]
    if (value !== undefined && value !== '' && !firsts.has(value)) firsts.set(value, i)
  }
  if (firsts.size > MAX_DISTINCT) return undefined
  const members = [...firsts.values()]
  const lines = rows.header >= 0 ? [rows.header, ...members] : members
  return { shape: 'rows', lines, noun: 'values', members }
}

function matching(
  { split, checkDeadline }: Asking,
  rows: Rows,
  conditions: readonly Condition[],
): Answer | undefined {
  const members: number[] = []
  for (let i = rows.first; i < split.count; i++) {
    if ((i & 63) === 0) checkDeadline()
    const row = rows.valuesOf(i)
    const isMet = conditions.every(({ column, isMet: met }) => {
      const value = row[column]
      return value !== undefined && met(value)
    })
    if (isMet) members.push(i)
  }
  if (members.length === 0) return undefined
  const lines = rows.header >= 0 ? [rows.header, ...members] : members
  return { shape: 'rows', lines, noun: 'rows', members }
}

const ABOUT_COLUMNS =
  /\b(?:columns?|fields?|headers?|attributes?|schema|keys|properties|layout|format|structure)\b/i

/** `How is a record structured?` */
const isHowBuilt = (text: string): boolean =>
  /^\s*how (?:is|are|does|do) (?:an?|the|each|every|one|its|these|those)?\s*(?:\w+ )?(?:tables?|csv|tsv|datas?|dataset|rows?|records?|entr(?:y|ies)|lines?|objects?|events?|files?)\s+(?:structured|organi[sz]ed|built|made up|laid out|formatted|composed|look(?: like)?)\b/i.test(
    text,
  )
/** `What does each row hold?`, `which data is stored per record` */
const OF_ONE_ROW =
  /\b(?:an?|one|each|every|per|single|the)\s+(?:\w+ )?(?:row|record|entry|line|event|object|item)s?\b/i

function asksForColumns({ question, words }: Asking, rows: Rows): boolean {
  if (!ABOUT_COLUMNS.test(question.text) && !OF_ONE_ROW.test(question.text)) return false
  const own = new Set(rows.columns.flatMap((name) => wordsOf(name)))
  const rest = question.contentWords.filter(
    (stem) => !own.has(stem) && !TABLE_WORDS.has(stem) && words.vocabulary.find(stem) !== undefined,
  )
  return rest.length === 0 && question.contentWords.every((stem) => !own.has(stem))
}
const TABLE_WORDS = new Set(
  wordsOf(
    'table csv tsv data dataset row record file column field header schema csv structure layout format log line object entry event item store stored save saved information contain attribute',
  ),
)

/** If rows name their own columns, the first of them shows all. */
function header({ split }: Asking, rows: Rows): Answer {
  const lines = rows.header >= 0 ? [rows.header, Math.min(split.count - 1, rows.header + 1)] : [0]
  return { shape: 'header', lines, noun: 'lines', members: lines.slice(0, 1) }
}
