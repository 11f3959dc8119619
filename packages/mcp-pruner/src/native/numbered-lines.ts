// A file as Claude Code shows it to its model: each line behind its number. Lines may be left out of it, because every
// line that is shown says which one it is.

export interface NumberedLines {
  readonly firstLine: number
  /** Without their numbers. */
  readonly lines: readonly string[]
  /** As they were given. */
  readonly numbered: readonly string[]
  /** What the client says around the file. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const NUMBERED = /^\s*(\d+)[\t→](.*)$/s
/** A note of the client's before the first line, at most. */
const MAX_BEFORE = 3

/** `undefined` for what is no such text: numbers must follow one another. */
export function readNumbered(text: string): NumberedLines | undefined {
  const all = text.split('\n')
  const start = all.findIndex((line) => NUMBERED.test(line))
  if (start < 0 || start > MAX_BEFORE) return undefined
  const firstLine = numberOf(all[start] ?? '')
  let end = start
  while (end < all.length && numberOf(all[end] ?? '') === firstLine + end - start) end += 1
  const numbered = all.slice(start, end)
  const after = all.slice(end)
  // A line with another number further on: what this is cannot be told.
  if (after.some((line) => NUMBERED.test(line))) return undefined
  return {
    firstLine,
    lines: numbered.map((line) => NUMBERED.exec(line)?.[2] ?? ''),
    numbered,
    before: all.slice(0, start),
    after,
  }
}

const numberOf = (line: string): number => Number(NUMBERED.exec(line)?.[1] ?? Number.NaN)

/** Stands for lines that are left out; no line of the file looks like it, since each has its number. */
const MARK = '…'

/** `kept` counts from 1 at the first of them. */
export function showNumbered(
  { before, numbered, after }: NumberedLines,
  kept: readonly number[],
  note: string,
): string {
  const shown: string[] = []
  let next = 1
  for (const line of kept) {
    if (line !== next) shown.push(MARK)
    shown.push(numbered[line - 1] ?? '')
    next = line + 1
  }
  if (next <= numbered.length) shown.push(MARK)
  return [...before, ...shown, note, ...after].join('\n')
}
