// Reads a pruned answer as its reader does: which lines of the text it shows, by its marks alone, and the pieces
// that it shows of lines that are shortened.

export interface ShownLines {
  /** Numbered from 1 in the text, shortened ones included. */
  readonly kept: readonly number[]
  /** Of shortened lines, by their number. */
  readonly parts: Readonly<Record<string, readonly string[]>>
}

export interface ShownOptions {
  /** The number of the text's first line in its marks. */
  readonly firstLine?: number
  /** The closing line, which names the sign of marks where it is not the usual one. */
  readonly closing?: string
}

const withoutReturn = (line: string): string => line.replace(/\r$/, '')

/** Throws where a line is shown that the text does not have at that place. */
export function shownLines(
  shown: string,
  text: string,
  { firstLine = 1, closing = '' }: ShownOptions = {},
): ShownLines {
  const lines = text.replace(/\n$/, '').split('\n').map(withoutReturn)
  if (shown === text) return { kept: lines.map((_, index) => index + 1), parts: {} }
  const sign = /marks here begin with (…#*)/.exec(closing)?.[1] ?? '…'
  const lineMark = new RegExp(`^${sign}(?:(\\d+):|end)(?: \\(\\d+ repeats?\\))?$`)
  const insideMark = new RegExp(`${sign}(?::\\d+:|end)`)
  const kept: number[] = []
  const parts: Record<string, readonly string[]> = {}
  let next = 1
  for (const line of shown.replace(/\n$/, '').split('\n').map(withoutReturn)) {
    const mark = lineMark.exec(line)
    if (mark) {
      next = mark[1] === undefined ? Number.POSITIVE_INFINITY : Number(mark[1]) - firstLine + 1
      continue
    }
    const whole = lines[next - 1]
    if (line !== whole) {
      const pieces = line.split(insideMark).filter((piece) => piece !== '')
      if (whole === undefined || !pieces.every((piece) => whole.includes(piece)))
        throw new Error(`line ${next} is shown as ${JSON.stringify(line.slice(0, 200))}`)
      parts[next] = pieces
    }
    kept.push(next)
    next += 1
  }
  return { kept, parts }
}
