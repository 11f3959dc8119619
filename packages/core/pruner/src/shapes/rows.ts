// Lines that are rows: of a table with a header, separated or aligned, of JSON objects one per line, of `key=value` pairs. Each returns the
// value of a column for a line.
import { lineText, type SplitText } from '../text/lines.js'
import { alignedRows } from './aligned-rows.js'
import type { Asking } from './answer.js'

export interface Rows {
  /** The line with the names of the columns, -1 if each row names its own. */
  readonly header: number
  readonly first: number
  readonly columns: readonly string[]
  /** The values of a row, one for each column. */
  valuesOf(line: number): readonly (string | undefined)[]
}

const SEPARATORS = [',', '\t', ';', '|'] as const
const SAMPLE = 60

/** What one row format finds in a line. */
type RowForm = Omit<Rows, 'valuesOf'> & {
  valuesOf(line: string): readonly (string | undefined)[]
}

/** Rows may be longer than other lines: their last column counts too. */
const MAX_ROW_LENGTH = 4000

/** Several shapes, and each clause of a question, look for the rows of one text. */
const rowsOfTexts = new WeakMap<SplitText, Rows | undefined>()

export function rowsOf({ split }: Pick<Asking, 'split'>): Rows | undefined {
  if (!rowsOfTexts.has(split)) rowsOfTexts.set(split, findRows(split))
  return rowsOfTexts.get(split)
}

function findRows(split: SplitText): Rows | undefined {
  const rowAt = (line: number) => lineText(split, line, MAX_ROW_LENGTH)
  const sample = Math.min(split.count, SAMPLE)
  const form = formOf(Array.from({ length: sample }, (_, line) => rowAt(line)))
  return form && { ...form, valuesOf: (line) => form.valuesOf(rowAt(line)) }
}

function formOf(sample: readonly string[]): RowForm | undefined {
  return (
    jsonRows(sample) ?? delimited(sample) ?? aligned(sample) ?? blamed(sample) ?? pairRows(sample)
  )
}

const BLAMED =
  /^\^?([\da-f]{7,40}) (?:\S+ +)?\((\S.*?) +(\d{4}-\d\d-\d\d) \d\d:\d\d:\d\d [+-]\d{4} +\d+\)/

const blamedValues = (line: string): string[] => BLAMED.exec(line)?.slice(1) ?? []

/** Each line of `git blame`. */
function blamed(sample: readonly string[]): RowForm | undefined {
  const solid = sample.filter((line) => line !== '')
  if (solid.length < 3 || !solid.every((line) => blamedValues(line).length > 0)) return undefined
  return { header: -1, first: 0, columns: ['commit', 'author', 'date'], valuesOf: blamedValues }
}

function aligned(sample: readonly string[]): RowForm | undefined {
  const rows = alignedRows(sample)
  return rows && { header: 0, first: 1, ...rows }
}

/** A rule between the header of a table and its rows, or around them. */
const isRule = (line: string): boolean => /^\s*[|+]?[-=]{2}[-=+|]*\s*$/.test(line)
/** What a program prints below a table: `(3 rows)`. */
const isCount = (line: string): boolean => /^\(?\d+ rows?\b/.test(line)
const isRow = (line: string): boolean => line.trim() !== '' && !isRule(line) && !isCount(line)
/** A table may have a title and a frame above its header. */
const LAST_HEADER = 3

function delimited(sample: readonly string[]): RowForm | undefined {
  for (let header = 0; header < Math.min(LAST_HEADER, sample.length - 2); header++) {
    // Above a header there is a title only if a rule follows it.
    if (header > 0 && !isRule(sample[header + 1]!)) continue
    for (const separator of SEPARATORS) {
      const columns = cells(sample[header]!, separator)
      if (columns.length < 3 || columns.some((name) => !isColumnName(name))) continue
      const rows = sample.slice(header + 1).filter(isRow)
      if (rows.length < 2) continue
      if (rows.some((line) => cells(line, separator).length !== columns.length)) continue
      const valuesOf = (line: string) => (isRule(line) ? [] : cells(line, separator))
      return { header, first: header + 1, columns, valuesOf }
    }
  }
  return undefined
}

const isColumnName = (name: string): boolean =>
  name !== '' && name.length <= 60 && !/^[\d.:-]+$/.test(name)

/** Cells of a line; quoted cells may contain the separator. */
function cells(row: string, separator: string): string[] {
  const line = separator === '|' ? row.replace(/^\s*\|(.*)\|\s*$/, '$1') : row
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim())
  const found: string[] = []
  let cell = ''
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      found.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...found, cell.trim()]
}

const JSON_PAIR = /"((?:[^"\\]|\\.){1,60})"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|([^,}\]]*))/g

const isObject = (line: string): boolean => /^\s*\{.*\}?,?\s*$/.test(line) && line.includes('":')

function jsonRows(sample: readonly string[]): RowForm | undefined {
  const solid = sample.filter((line) => line.trim() !== '')
  if (solid.length < 3 || !solid.every(isObject)) return undefined
  const form = namedValues(solid, JSON_PAIR)
  return form.columns.length < 2 ? undefined : form
}

const PAIR = /(?<![\w-])([A-Za-z_][\w.-]{0,40})=(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*))/g

function pairRows(sample: readonly string[]): RowForm | undefined {
  const solid = sample.filter((line) => line.trim() !== '')
  const paired = solid.filter((line) => /(?<![\w-])[A-Za-z_][\w.-]{0,40}=[^\s=]/.test(line))
  if (solid.length < 3 || paired.length < 0.6 * solid.length) return undefined
  return namedValues(paired, PAIR)
}

/** Rows that name their own columns: a name, and its value in quotation marks or without. */
function namedValues(rows: readonly string[], pair: RegExp): RowForm {
  const pairsOf = (line: string) =>
    [...line.matchAll(pair)].map(
      (match) => [match[1]!, (match[2] ?? match[3] ?? '').trim()] as const,
    )
  const columns = [...new Set(rows.flatMap((line) => pairsOf(line).map(([name]) => name)))]
  const valuesOf = (line: string) => {
    const values = new Map(pairsOf(line))
    return columns.map((column) => values.get(column))
  }
  return { header: -1, first: 0, columns, valuesOf }
}
