// Text to lines and back. A line owns its ending, so joining all lines restores the text exactly; only
// `\n` and `\r\n` end a line, every other control character is content.
import type { Deadline } from '../deadline.js'
import type { Line } from '../types.js'
import { unitsOf } from './units.js'

/** Offsets into one string: stages scan the text itself, which is far cheaper than a string per line. */
export interface SplitText {
  readonly text: string
  /** Its UTF-16 units, for what looks at every one of them. */
  readonly units: Uint16Array
  readonly count: number
  /** First character of each line, and the text's length as one entry more. */
  readonly starts: Int32Array
  /** One past each line's last character, its ending left out. */
  readonly ends: Int32Array
}

export function countLines(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}

const CARRIAGE_RETURN = 13

export function splitText(
  text: string,
  deadline?: Deadline,
  count: number = countLines(text),
): SplitText {
  deadline?.check()
  const units = unitsOf(text)
  const { length } = units
  const starts = new Int32Array(count + 1)
  const ends = new Int32Array(count)
  for (let i = 0, at = 0; i < count; i++) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? length : found
    starts[i] = at
    ends[i] = end < length && end > at && units[end - 1] === CARRIAGE_RETURN ? end - 1 : end
    deadline?.spend(end - at + 1)
    at = end + 1
  }
  starts[count] = length
  return { text, units, count, starts, ends }
}

/** A line without its ending, at most so many characters of it. */
export function lineText({ text, starts, ends }: SplitText, line: number, most: number): string {
  const from = starts[line]!
  return text.slice(from, Math.min(ends[line]!, from + most))
}

export function toLines(split: SplitText): Line[] {
  const lines: Line[] = []
  for (let i = 0; i < split.count; i++) {
    const end = split.ends[i]!
    const ending = split.text.slice(end, split.starts[i + 1]) as Line['ending']
    lines.push({ text: split.text.slice(split.starts[i], end), ending })
  }
  return lines
}

export function joinLines(lines: readonly Line[]): string {
  return lines.map((line) => line.text + line.ending).join('')
}

/** Finds the line of an offset; offsets must be in ascending order. */
export function lineFinder({ starts, count }: SplitText): (offset: number) => number {
  let line = 0
  return (offset) => {
    // Doubling steps, so that a far offset is found quickly.
    let step = 1
    while (line + step < count && starts[line + step]! <= offset) {
      line += step
      step *= 2
    }
    while (step > 1) {
      step >>= 1
      while (line + step < count && starts[line + step]! <= offset) line += step
    }
    return line
  }
}
