// The one layout of every verb's help: what it does, usage, arguments, options, and further notes.

export interface HelpParts {
  /** One sentence. */
  readonly does: string
  /** What follows `mcp-pruner`, or a whole line that contains it elsewhere. */
  readonly usage: readonly string[]
  readonly args?: Readonly<Record<string, string>>
  /** Keyed by how it is written: `--port PORT`, `-y, --yes`. `-h, --help` is added. */
  readonly options?: Readonly<Record<string, string>>
  /** Settings, by name. */
  readonly environment?: Readonly<Record<string, string>>
  /** Paragraphs; a line that begins with blanks is not wrapped. */
  readonly notes?: readonly string[]
}

const WIDTH = 100
const NAME_WIDTH = 26

export function helpText(parts: HelpParts): string {
  const { does, usage, args = {}, options = {}, environment = {}, notes = [] } = parts
  const lines = usage.map((line) => (line.includes('mcp-pruner') ? line : `mcp-pruner ${line}`))
  const listed = Object.entries({ ...options, '-h, --help': 'Show this text' }).map(
    ([name, text]) => [name.startsWith('--') ? `    ${name}` : name, text] as const,
  )
  const sections = [
    wrap(does, 0),
    lines.map((line, i) => `${i === 0 ? 'Usage:' : '      '} ${line}`).join('\n'),
    ...(Object.keys(args).length > 0 ? [section('Arguments:', Object.entries(args))] : []),
    section('Options:', listed),
    ...(Object.keys(environment).length > 0
      ? [section('Environment:', Object.entries(environment))]
      : []),
    ...notes.map((note) => (/^\s/.test(note) ? note : wrap(note, 0))),
  ]
  return `${sections.join('\n\n')}\n`
}

function section(title: string, rows: readonly (readonly [string, string])[]): string {
  const short = rows.map(([name]) => name.length).filter((length) => length <= NAME_WIDTH)
  const width = Math.max(...short)
  return [title, ...rows.map(([name, text]) => row(name, text, width))].join('\n')
}

/** A name that is too long for its column gets its own line. */
function row(name: string, text: string, width: number): string {
  const indent = width + 4
  const told = wrap(text, indent)
  return name.length > width
    ? `  ${name}\n${' '.repeat(indent)}${told}`
    : `  ${name.padEnd(width)}  ${told}`
}

/** The first line begins at the current column. */
function wrap(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
