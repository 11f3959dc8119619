// The text as a swe-pruner writes it: kept lines as they are, each cut as one line `(filtered N lines)`.
import type { Prunable } from '@jeeves/pruner'

export function renderFiltered({ lines, blocks }: Prunable): string {
  const parts: string[] = []
  let next = 1
  const keepUntil = (end: number) => {
    for (const line of lines.slice(next - 1, end - 1)) parts.push(line.text, line.ending)
  }
  for (const { startLine, endLine } of blocks) {
    keepUntil(startLine)
    // The last cut line's ending: a text without a final newline keeps having none.
    parts.push(`(filtered ${endLine - startLine + 1} lines)`, lines[endLine - 1]?.ending ?? '\n')
    next = endLine + 1
  }
  keepUntil(lines.length + 1)
  return parts.join('')
}
