// A file as Claude Code shows it to its model: each line after its number. Lines can be left out of it, because every
// shown line carries its number.

export interface NumberedLines {
  readonly firstLine: number
  /** Without their numbers. */
  readonly lines: readonly string[]
  /** As received. */
  readonly numbered: readonly string[]
  /** The client's text around the file. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

const NUMBERED = /^\s*(\d+)[\t→](.*)$/s
/** At most one note of the client before the first line. */
const MAX_BEFORE = 3

/** `undefined` for any other text: numbers must be consecutive. */
export function readNumbered(text: string): NumberedLines | undefined {
  const all = text.split('\n')
  const start = all.findIndex((line) => NUMBERED.test(line))
  if (start < 0 || start > MAX_BEFORE) return undefined
  const firstLine = numberOf(all[start] ?? '')
  let end = start
  while (end < all.length && numberOf(all[end] ?? '') === firstLine + end - start) end += 1
  const numbered = all.slice(start, end)
  const after = all.slice(end)
  // A line with another number further on: the format is not certain.
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

/** Replaces omitted lines; no line of the file looks like it, since each has its number. */
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
