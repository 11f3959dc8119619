// A text's lines as they are compared: without the line numbers that clients put before a file's lines, so that
// `cat` of a file and a numbered read of it are the same lines.

export interface KeyedLine {
  /** The compared text; `undefined` for a mark, which equals nothing. */
  readonly key: string | undefined
  /** In the file if the text gives numbers, otherwise in the text. */
  readonly number: number
  /** With the number and the ending. */
  readonly shown: string
}

export interface KeyedText {
  readonly lines: readonly KeyedLine[]
  /** Its lines carry numbers, or the first line's number is known. */
  readonly isNumbered: boolean
}

export interface KeyedOptions {
  /** Number of the first line, if the lines carry none. */
  readonly firstLine?: number | undefined
  /** Some of its lines are our marks, which give the next number. */
  readonly hasMarks?: boolean
}

/** Claude Code and `cat -n`, opencode, Copilot, Cline. The text after the number keeps its indentation. */
const NUMBERED: readonly RegExp[] = [
  /^ *(\d+)[\t→](.*)$/s,
  /^(\d+): ?(.*)$/s,
  /^(\d+)\. ?(.*)$/s,
  /^ *(\d+) \| ?(.*)$/s,
]
/** Share of all lines: a listing may have a heading and a closing line. */
const MIN_NUMBERED = 0.6
const MAX_DIGITS = 9

/** `…119:` gives the next line's number, `…120-180 as in …` the lines it replaces. */
const CUT_MARK = /^…#*(\d+):(?: \(\d+ repeats?\))?$/
const REPEAT_MARK = /^…#*\d+-(\d+) as /

export function keyedLines(
  text: string,
  { firstLine, hasMarks = false }: KeyedOptions = {},
): KeyedText {
  const shown = text.split(/(?<=\n)/)
  const bare = shown.map((line) => line.replace(/\r?\n$/, ''))
  const pattern = NUMBERED.find((each) => isListing(bare, each))
  let last = (firstLine ?? 1) - 1
  const lines = bare.map((line, index): KeyedLine => {
    const mark = hasMarks ? markedNumber(line) : undefined
    if (mark !== undefined) {
      last = mark
      return { key: undefined, number: last, shown: shown[index] ?? '' }
    }
    const found = pattern?.exec(line)
    last = found ? Number(found[1]) : last + 1
    return { key: found?.[2] ?? line, number: last, shown: shown[index] ?? '' }
  })
  return { lines, isNumbered: pattern !== undefined || firstLine !== undefined }
}

/** Number of the line before the next one that is shown. */
function markedNumber(line: string): number | undefined {
  const next = CUT_MARK.exec(line)?.[1]
  if (next !== undefined) return Number(next) - 1
  const end = REPEAT_MARK.exec(line)?.[1]
  return end === undefined ? undefined : Number(end)
}

/** Whether most lines carry consecutive numbers. */
function isListing(lines: readonly string[], pattern: RegExp): boolean {
  let before: number | undefined
  let following = 0
  for (const line of lines) {
    const digits = pattern.exec(line)?.[1]
    const number = digits !== undefined && digits.length <= MAX_DIGITS ? Number(digits) : undefined
    if (number !== undefined && (before === undefined || number === before + 1)) following += 1
    before = number ?? before
  }
  return following >= 2 && following >= lines.length * MIN_NUMBERED
}
