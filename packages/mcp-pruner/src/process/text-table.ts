// A table for a terminal: figures right-aligned, and the first column shortened if the lines would not fit.
import { PLAIN_STYLE, type TerminalStyle } from './terminal-style.js'

const GAP = 2
const LEAST_NAME = 12

/** The first column holds names, the others figures. */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { width, faint }: Pick<TerminalStyle, 'width' | 'faint'> = PLAIN_STYLE,
): string {
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...rows.map((cells) => cells[i]?.length ?? 0)),
  )
  const others = widths.slice(1).reduce((sum, each) => sum + each + GAP, 0)
  const names = Math.max(LEAST_NAME, Math.min(widths[0] ?? 0, width - others))
  const line = (cells: readonly string[]) =>
    [
      shortenStart(cells[0] ?? '', names).padEnd(names),
      ...cells.slice(1).map((cell, i) => cell.padStart(widths[i + 1] ?? 0)),
    ]
      .join(' '.repeat(GAP))
      .trimEnd()
  return [faint(line(heads)), ...rows.map(line)].join('\n')
}

/** The end of a path or a name says more than its beginning. */
export const shortenStart = (text: string, length: number): string =>
  text.length > length ? `…${text.slice(text.length - length + 1)}` : text

/** Wraps a paragraph to the width. */
export function wrapText(text: string, width: number, indent = ''): string {
  if (!Number.isFinite(width)) return text
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const room = width - (lines.length > 0 ? indent.length : 0)
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((each, i) => (i === 0 ? each : indent + each)).join('\n')
}
