// The rows of a table that a program prints: values stand under the names of the first line, as `kubectl get`,
// `docker ps`, `ps` and `df` print them.

export interface AlignedRows {
  readonly columns: readonly string[]
  /** None for a line that is no row. */
  readonly valuesOf: (line: string) => readonly string[]
}

const MIN_COLUMNS = 3
/** Names in capitals are seldom anything else. */
const MIN_CAPITALS = 2
const MIN_ROWS = 2
/** A footer or a note may stand among the rows. */
const ROW_SHARE = 0.9
const MAX_HEADER_LENGTH = 400
const NAME = /^[A-Z%#][\w%#()/.:-]*(?: [\w%#()/.:-]+)?$/
const isUpper = (name: string): boolean => name === name.toUpperCase()

export function alignedRows([first = '', ...rest]: readonly string[]): AlignedRows | undefined {
  const header = first.trimEnd()
  const rows = rest.filter((line) => line.trim() !== '')
  if (rows.length < MIN_ROWS || header.length > MAX_HEADER_LENGTH || !/\S\s+\S/.test(header))
    return undefined
  const isWhole = ({ columns, valuesOf }: AlignedRows) =>
    columns.length >= (columns.every(isUpper) ? MIN_CAPITALS : MIN_COLUMNS) &&
    columns.every((name) => NAME.test(name)) &&
    rows.filter((row) => valuesOf(row).length > 0).length >= ROW_SHARE * rows.length
  const words = [...header.matchAll(/\S+/g)]
  const phrases = [...header.matchAll(/\S+(?: \S+)*/g)]
  const names = words.map(([name]) => name)
  const joined = [...names.slice(0, -2), names.slice(-2).join(' ')]
  // A title has single spaces between its words, and so has a sentence.
  const byWords = / {2}|\t/.test(header) ? [byWord(names), byWord(joined)] : []
  return [byPlace(words), byPlace(phrases), ...byWords].find(isWhole)
}

/** Values that begin under their names; a column may be empty in a row. */
function byPlace(names: readonly RegExpMatchArray[]): AlignedRows {
  const starts = names.map(({ index = 0 }) => index)
  const isCut = (line: string) =>
    starts.some((start) => start > 0 && start < line.length && line[start - 1] !== ' ')
  const valuesOf = (line: string) =>
    isCut(line) || line.trim() === ''
      ? []
      : starts.map((start, n) => line.slice(start, starts[n + 1]).trim())
  return { columns: names.map(([name]) => name), valuesOf }
}

/** Values that end under their names; where names are in capitals the last one may be several words, as a command is. */
function byWord(columns: readonly string[]): AlignedRows {
  const last = columns.length - 1
  const mayBeLonger = columns.every(isUpper)
  const valuesOf = (line: string) => {
    const values = line.trim().split(/\s+/)
    if (values.length < columns.length || (values.length > columns.length && !mayBeLonger))
      return []
    return [...values.slice(0, last), values.slice(last).join(' ')]
  }
  return { columns, valuesOf }
}
