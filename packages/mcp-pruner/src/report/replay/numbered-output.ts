// The text inside a recorded output: clients number the lines of a file, and the numbers are
// not part of it.

export interface PlainOutput {
  readonly text: string
  /** The first line's number in the file. */
  readonly firstLine: number
  /** The client added the numbers, and would do so for fewer lines as well. */
  readonly isNumbered: boolean
}

const NUMBERED = /^ *(\d+)(?:→|\t)/
/** What the client adds below a file. */
const REMINDER = /\n*<system-reminder>[\s\S]*<\/system-reminder>\s*$/

export function plainOutput(output: string): PlainOutput {
  const asItIs = { text: output, firstLine: 1, isNumbered: false }
  const first = NUMBERED.exec(output)
  if (!first) return asItIs
  const lines = output.replace(REMINDER, '').split('\n')
  const plain: string[] = []
  for (const [index, line] of lines.entries()) {
    const found = NUMBERED.exec(line)
    if (Number(found?.[1]) !== Number(first[1]) + index) {
      // A last, empty line has no number.
      if (index === lines.length - 1 && line === '') continue
      return asItIs
    }
    plain.push(line.slice(found?.[0].length))
  }
  return { text: plain.join('\n'), firstLine: Number(first[1]), isNumbered: true }
}
