// A table for a terminal: figures right-aligned, and the first column shortened if the lines would not fit.
import { isFigureColumn } from './figures.js'
import { PLAIN_STYLE, type TerminalStyle } from './terminal-style.js'

const GAP = 2
const MIN_NAME = 12
/** A longer text in another column than the first is cut. */
const MAX_TEXT_LENGTH = 60

export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { width, faint }: Pick<TerminalStyle, 'width' | 'faint'> = PLAIN_STYLE,
): string {
  const shown = Number.isFinite(width) ? rows.map((row) => row.map(shortenEnd)) : rows
  const columns = heads.map((head, i) => {
    const cells = shown.map((row) => row[i] ?? '')
    const most = Math.max(head.length, ...cells.map((cell) => cell.length))
    return { most, isFigures: isFigureColumn(cells) }
  })
  const others = columns.slice(1).reduce((sum, { most }) => sum + most + GAP, 0)
  const longest = columns[0]?.most ?? 0
  const names = Math.min(longest, Math.max(MIN_NAME, width - others))
  const line = ([name = '', ...cells]: readonly string[]) =>
    [
      shortenStart(name, names).padEnd(names),
      ...cells.map((cell, i) => {
        const { most = 0, isFigures } = columns[i + 1] ?? {}
        return isFigures ? cell.padStart(most) : cell.padEnd(most)
      }),
    ]
      .join(' '.repeat(GAP))
      .trimEnd()
  return [faint(line(heads)), ...shown.map(line)].join('\n')
}

const shortenEnd = (text: string, column: number): string =>
  column > 0 && text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text

/** The end of a path or a name says more than its beginning. */
export const shortenStart = (text: string, length: number): string =>
  text.length > length ? `…${text.slice(text.length - length + 1)}` : text

/** Wraps a paragraph to lines of this width, all but the first after the indent. */
export function wrapText(text: string, width: number, indent = ''): string {
  if (!Number.isFinite(width)) return text
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}
