// A question for the largest, the slowest or the least is answered by numbers, not by words: of a table or
// a list, the rows with the greatest or least number of each column are certain. Without them a part of
// the table would look like all of it.

import type { Question } from '../question/question.js'
import { lineText, type SplitText } from '../text/lines.js'
import type { ScoringInput } from '../types.js'
import { ROWS as ROW_FAMILIES, type Rule } from './rule.js'

const ROWS = 2
const MAX_COLUMNS = 24
const MAX_ROW_LENGTH = 400
/** Factor for other rows: numbers answer, and theirs do not. */
const OTHERWISE = 0.05
/** A column exists if at least this share of the lines, and so many of them, have a number. */
const COLUMN_SHARE = 0.1
const COLUMN_ROWS = 5

const tokenPattern = /\S+/g
const cellPattern = /[^,;\t]+/g
const numberPattern =
  /^(?:([\w.%"'-]{1,40})[=:])?[("'[<+]*(-?\d[\d,_]*(?:\.\d+)?)(%|[kKMGTP]i?B?|B|[mnuµ]s|s|m|h)?[)"'\],;>]*$/
const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  m: 60,
  h: 3600,
}

interface Column {
  count: number
  /** Whether every number is one more than that of the previous row: it counts the rows. */
  isCounter: boolean
  last: number
  readonly most: Best[]
  readonly least: Best[]
}

interface Best {
  readonly value: number
  readonly line: number
}

export const extremes: Rule = {
  name: 'extremes',
  families: ROW_FAMILIES,
  questions: 'direct',
  does: 'Makes the rows with the greatest or least numbers certain where these are asked for.',
  effect: ({ input }) => {
    const certain = extremeRows(input)
    return certain.length === 0 ? undefined : { factors: OTHERWISE, certain }
  },
}

function extremeRows({ question, split, checkDeadline }: ScoringInput): number[] {
  const asksMost = question.asks('most')
  const asksLeast = question.asks('least')
  if (!asksMost && !asksLeast) return []
  const columns = new Map<string, Column>()
  const header = headerOf(split)
  const isOfTime = header.length === 0 && OF_TIME.test(question.text)
  for (let i = 0; i < split.count; i++) {
    checkDeadline()
    const row = lineText(split, i, MAX_ROW_LENGTH)
    addRow(columns, i, row)
    if (isOfTime) addDuration(columns, i, row)
  }
  const found: Best[] = []
  const enough = Math.max(COLUMN_ROWS, COLUMN_SHARE * split.count)
  const durations = columns.get(DURATION)
  if (durations !== undefined && durations.count >= MIN_DURATIONS) {
    const { most, least } = durations
    return [...(asksMost ? most : []), ...(asksLeast ? least : [])].map(({ line }) => line)
  }
  columns.delete(DURATION)
  const informative = [...columns].filter(
    ([, { count, isCounter, most, least }]) =>
      count >= enough && !isCounter && most[0]!.value !== least[0]!.value,
  )
  for (const [, { most, least }] of namedColumns(informative, header, question)) {
    if (asksMost) found.push(...most)
    if (asksLeast) found.push(...least)
  }
  return found.map(({ line }) => line)
}

/** The columns that a word of the question names (`%MEM` for memory), or all if none is named. */
function namedColumns(
  columns: readonly [string, Column][],
  header: readonly string[],
  { stems }: Question,
): readonly [string, Column][] {
  const words = stems.filter((stem) => stem.length >= 3)
  const isNamed = (name: string): boolean => {
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    return plain.length >= 3 && words.some((w) => w.startsWith(plain) || plain.startsWith(w))
  }
  const named = columns.filter(([name]) => isNamed(header[Number(name)] ?? name))
  return named.length > 0 ? named : columns
}

/** The names above the columns, by position; none if the first line contains a number. */
function headerOf(split: SplitText): string[] {
  const cells = cellsOf(lineText(split, 0, MAX_ROW_LENGTH))
  return cells.some((cell) => numberPattern.test(cell)) ? [] : cells
}

function cellsOf(row: string): string[] {
  const isSeparated = /^[^\s,;]*[,;][^\s,;]*[,;]/.test(row)
  return row.match(isSeparated ? cellPattern : tokenPattern) ?? []
}

/** A column is identified by the name before its number (`size=`, `"size":`), otherwise by its position. */
function addRow(columns: Map<string, Column>, line: number, row: string): void {
  let place = 0
  let before = ''
  for (const token of cellsOf(row)) {
    const found = numberPattern.exec(token)
    const name = found?.[1] ?? (before.endsWith(':') ? before : String(place))
    before = token
    if (++place > MAX_COLUMNS) return
    if (found === null) continue
    const value = Number(found[2]!.replaceAll(/[,_]/g, '')) * unitOf(found[3])
    addTo(columns, name, { value, line })
  }
}

function addTo(columns: Map<string, Column>, name: string, one: Best): void {
  const column = columns.get(name)
  if (column !== undefined) addValue(column, one)
  else if (columns.size < MAX_NAMES)
    columns.set(name, { count: 1, isCounter: true, last: one.value, most: [one], least: [one] })
}
const MAX_NAMES = 64

const OF_TIME = /\b(?:slow|fast|quick|long|short)(?:er|est)\b|\b(?:most|least) time\b/i
/** `0.13s call test_a`, `✓ adds (35 ms)`, `--- PASS: TestA (0.52s)`: what a run prints beside each of its steps. */
const DURATION_VALUE =
  /(?:^|[\s([])(\d{1,9}(?:\.\d{1,9})?) ?(ms|s|sec|secs|seconds?|m|min)(?=[\s)\],]|$)/g
const DURATION = 'duration'
const MIN_DURATIONS = 3

function addDuration(columns: Map<string, Column>, line: number, row: string): void {
  const found = [...row.matchAll(DURATION_VALUE)].at(-1)
  if (found === undefined) return
  const unit = found[2]!
  const seconds = unit === 'ms' ? 0.001 : unit.startsWith('m') ? 60 : 1
  const value = Number(found[1]) * seconds
  addTo(columns, DURATION, { value, line })
}

function unitOf(unit: string | undefined): number {
  if (unit === undefined) return 1
  return UNITS[unit] ?? UNITS[unit[0]!] ?? 1
}

function addValue(column: Column, one: Best): void {
  column.count++
  if (one.value !== column.last + 1) column.isCounter = false
  column.last = one.value
  insert(column.most, one, (a, b) => a > b)
  insert(column.least, one, (a, b) => a < b)
}

function insert(best: Best[], one: Best, isBetter: (a: number, b: number) => boolean): void {
  const at = best.findIndex(({ value }) => isBetter(one.value, value))
  if (at < 0 && best.length >= ROWS) return
  best.splice(at < 0 ? best.length : at, 0, one)
  if (best.length > ROWS) best.pop()
}
