// Which rows of a table a question asks for: values of columns, comparisons with numbers, versions.
import { aliasesOf } from '../scorer/columns/aliases.js'
import { wordsOf } from '../text/words.js'
import type { Asking } from './answer.js'
import type { Rows } from './rows.js'

/** Asks which values a column has, not for rows. */
export const OF_VALUES = /\b(?:different|distinct|unique)\b|\b(?:are there|exist|occur|appear)\W*$/i

/** Several values of one column are alternatives, several columns are conditions that must all hold. */
export interface Condition {
  readonly column: number
  readonly isMet: (value: string) => boolean
}

export const MAX_DISTINCT = 40
const SAMPLED_ROWS = 3000

export function conditionsOf(asking: Asking, rows: Rows): Condition[] {
  const { question } = asking
  const named = namedColumns(question.tokens, rows)
  const compared = comparisons(question.text, rows)
  // A number that is compared with is no value.
  const requested = requestedValues(asking).filter(
    (value) => compared.length === 0 || !/^[\d.]+$/.test(value),
  )
  const conditions = [...compared, ...ofVersion(asking, rows)]
  if (requested.length + named.length === 0 || conditions.length > compared.length)
    return conditions
  const values = distinctValues(asking, rows, named)
  for (let column = 0; column < rows.columns.length; column++) {
    if (compared.some((one) => one.column === column)) continue
    const own = values[column]!
    const isNamed = named.includes(column)
    if (own.size > MAX_DISTINCT && !isNamed) continue
    // A digit alone is a value only of a column that is named.
    const met = [
      ...requested.filter((value) => own.has(value) && (value.length > 1 || isNamed)),
      ...phrasesIn(question.text, own),
      ...pathsBelow(requested, own),
      ...inOtherForm(question.stems, own),
    ]
    if (isNamed && met.length === 0 && isSwitch(own) && !OF_VALUES.test(question.text)) {
      const isOff = negated(question.text, wordsOf(rows.columns[column]!).at(-1)!)
      conditions.push({ column, isMet: (value) => value !== '' && IS_ON.test(value) !== isOff })
    }
    if (met.length === 0) continue
    // A word may be the column's own name and not a value of another.
    if (!isNamed && met.every((value) => rows.columns.some((name) => name.toLowerCase() === value)))
      continue
    const isNegated = met.some((value) => negated(question.text, value))
    const set = new Set(met)
    conditions.push({ column, isMet: (value) => set.has(value.toLowerCase()) !== isNegated })
  }
  return conditions
}

const IS_ON = /^(?:t|true|y|yes|on|1)$/i
const IS_OFF = /^(?:f|false|n|no|off|0)$/i

/** `Which passengers survived?` where the column says 0 or 1. */
const isSwitch = (values: ReadonlySet<string>): boolean =>
  values.size === 2 && [IS_ON, IS_OFF].every((one) => [...values].some((value) => one.test(value)))

const VERSION = /\b(?:v|version )(\d+(?:\.\d+)*)\b(?!\.\d)/i
const SAMPLED_VERSIONS = 10

/** `v4` is 4.0.0 and 4.1.2. */
function ofVersion({ question, split }: Asking, rows: Rows): Condition[] {
  const version = VERSION.exec(question.text)?.[1]
  if (version === undefined) return []
  const sample: number[] = []
  for (let i = rows.first; i < split.count && sample.length < SAMPLED_VERSIONS; i++) sample.push(i)
  const columns = [...rows.columns.keys()].filter((column) =>
    sample.every((line) => /^$|^v?\d+\.\d+\.\d/.test(rows.valuesOf(line)[column] ?? '')),
  )
  const isMet = (value: string) => `${value.replace(/^v/, '')}.`.startsWith(`${version}.`)
  return columns.length === 1 ? [{ column: columns[0]!, isMet }] : []
}

/** `/admin` is `/admin/login` too. */
function pathsBelow(requested: readonly string[], values: ReadonlySet<string>): string[] {
  const paths = requested.filter((value) => /^\/\w/.test(value))
  return [...values].filter((value) => paths.some((path) => isBelow(value, path)))
}

const isBelow = (value: string, path: string): boolean =>
  value.startsWith(path) && /^[/?]/.test(value.slice(path.length))

const MIN_PHRASE = 5

/** Values of several words that the question contains: names of people. */
function phrasesIn(text: string, values: ReadonlySet<string>): string[] {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, ' ')} `
  return [...values].filter(
    (value) => value.length >= MIN_PHRASE && /\w \w/.test(value) && words.includes(` ${value} `),
  )
}

const MIN_VALUE = 4

/** `admins` are those whose role is `admin`. */
function inOtherForm(stems: readonly string[], values: ReadonlySet<string>): string[] {
  return [...values].filter(
    (value) =>
      value.length >= MIN_VALUE &&
      /^\p{L}+$/u.test(value) &&
      wordsOf(value).every((stem) => stems.includes(stem)),
  )
}

const negated = (text: string, value: string): boolean =>
  new RegExp(
    `\\b(?:not|isn['’]t|aren['’]t|n['’]t|other than|except|without|besides)\\s+(?:\\w+\\s+){0,2}["'\`]?${value.replaceAll(/[^\w-]/g, '\\$&')}`,
    'i',
  ).test(text)

export function namedColumns(tokens: readonly string[], rows: Rows): number[] {
  const lower = new Set(tokens.map((token) => token.toLowerCase()))
  const stems = new Set(tokens.flatMap((token) => wordsOf(token)))
  const isNamed = (stem: string) =>
    stems.has(stem) || [...aliasesOf(stem)].some((alias) => stems.has(alias))
  return [...rows.columns.keys()].filter((column) => {
    const name = rows.columns[column]!
    const own = wordsOf(name)
    return lower.has(name.toLowerCase()) || (own.length > 0 && own.every(isNamed))
  })
}

/** Those that the text may contain: reading every row takes long. */
function requestedValues({ question, words: { vocabulary } }: Asking): string[] {
  const mayBeThere = (token: string) =>
    wordsOf(token).every((stem) => vocabulary.find(stem) !== undefined)
  const tokens = [
    ...question.quoted,
    ...question.tokens.flatMap((token) => [token, ...token.split(/[=:]/)]),
  ]
  return [
    ...new Set(
      tokens
        .map((token) => token.toLowerCase())
        .filter((token) => /^\d$|../u.test(token) && mayBeThere(token)),
    ),
  ]
}

/** Values of each column; a column that is not named needs no more than show that it has too many. */
function distinctValues(
  { split, checkDeadline }: Asking,
  rows: Rows,
  named: readonly number[],
): Set<string>[] {
  const values = rows.columns.map(() => new Set<string>())
  const step = Math.max(1, Math.floor(split.count / SAMPLED_ROWS))
  const isOpen = (own: Set<string>, column: number) =>
    own.size <= MAX_DISTINCT || named.includes(column)
  for (let i = rows.first; i < split.count && values.some(isOpen); i += step) {
    if ((i & 63) === 0) checkDeadline()
    const row = rows.valuesOf(i)
    for (let column = 0; column < rows.columns.length; column++) {
      const value = row[column]
      if (value !== undefined && value !== '') values[column]!.add(value.toLowerCase())
    }
  }
  return values
}

const ABOVE =
  'over|above|more than|greater than|larger than|longer than|higher than|exceeding|at least|>=?'
const BELOW = 'under|below|less than|smaller than|shorter than|lower than|fewer than|at most|<=?'
const NUMBER = '\\s*(\\d+(?:\\.\\d+)?)'
/** `weight over 5000`, `over 200 horsepower`, `heavier than 5000`. */
const NAME_FIRST = new RegExp(
  `([\\w.-]+)\\s+(?:is |was |are |were |of |took |takes )?(?:(${ABOVE})|(${BELOW}))${NUMBER}`,
  'gi',
)
const NUMBER_FIRST = new RegExp(`\\b(?:(${ABOVE})|(${BELOW}))${NUMBER}\\s+([a-z_]\\w*)`, 'gi')
const BY_QUALITY = new RegExp(`\\b([a-z]+er)\\s+than${NUMBER}`, 'gi')
/** The columns that a comparative applies to, and whether it means more or less. */
const QUALITIES: Readonly<Record<string, string>> = {
  heavier: '> weight mass',
  lighter: '< weight mass',
  older: '> age',
  younger: '< age',
  longer: '> length duration time',
  shorter: '< length duration height',
  taller: '> height',
  slower: '> duration time ms seconds latency',
  faster: '< duration time ms seconds latency',
  cheaper: '< price cost amount',
  bigger: '> size bytes',
  larger: '> size bytes',
  smaller: '< size bytes',
  later: '> year',
  earlier: '< year',
}

function comparisons(text: string, rows: Rows): Condition[] {
  const columnOf = (...names: string[]) =>
    rows.columns.findIndex((one) => names.some((name) => isSameWord(one, name)))
  const found = [
    ...[...text.matchAll(NAME_FIRST)].map(
      ([, name = '', above, below, bound]) => [[name], above, below, bound] as const,
    ),
    ...[...text.matchAll(NUMBER_FIRST)].map(
      ([, above, below, bound, name = '']) => [[name], above, below, bound] as const,
    ),
    ...[...text.matchAll(BY_QUALITY)].map(([, word = '', bound]) => {
      const [sign, ...names] = QUALITIES[word.toLowerCase()]?.split(' ') ?? []
      return [names, sign === '>' ? sign : undefined, sign, bound] as const
    }),
  ]
  return found.flatMap(([names, above, below = '', bound]) => {
    const column = columnOf(...names)
    const limit = Number(bound)
    const isEqualToo = /least|most|=/i.test(above ?? below)
    const isMet = (value: string) => {
      const number = Number.parseFloat(value)
      return (above ? number > limit : number < limit) || (isEqualToo && number === limit)
    }
    return column < 0 ? [] : [{ column, isMet }]
  })
}

const isSameWord = (column: string, name: string): boolean =>
  column.toLowerCase() === name.toLowerCase() ||
  (name.length >= MIN_PHRASE && column.toLowerCase().startsWith(name.toLowerCase())) ||
  (name.length > 2 && wordsOf(column).join(' ') === wordsOf(name).join(' '))
