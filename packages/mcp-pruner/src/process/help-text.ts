// The one layout of every verb's help: what it does, usage, arguments, options, and further notes.
import { wrapText } from './text-table.js'

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
    wrapText(does, WIDTH),
    lines.map((line, i) => `${i === 0 ? 'Usage:' : '      '} ${line}`).join('\n'),
    ...(Object.keys(args).length > 0 ? [section('Arguments:', Object.entries(args))] : []),
    section('Options:', listed),
    ...(Object.keys(environment).length > 0
      ? [section('Environment:', Object.entries(environment))]
      : []),
    ...notes.map((note) => (/^\s/.test(note) ? note : wrapText(note, WIDTH))),
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
  const indent = ' '.repeat(width + 4)
  const wrapped = wrapText(text, WIDTH - indent.length, indent)
  return name.length > width
    ? `  ${name}\n${indent}${wrapped}`
    : `  ${name.padEnd(width)}  ${wrapped}`
}
