// The form for a model's eyes: kept lines as they are, and the shortest line that says what was cut.
import type { PrunedBlock } from '../types.js'
import { lineEnding, type Prunable, walk } from './blocks.js'

export interface CompactOptions {
  /** Prefix kept lines with `N│ `. */
  readonly lineNumbers: boolean
}

export function renderCompact(result: Prunable, options: CompactOptions): string {
  const ending = lineEnding(result.lines)
  const parts: string[] = []
  walk(
    result,
    (line, number) => {
      parts.push(`${options.lineNumbers ? `${number}│ ` : ''}${line.text}`, line.ending)
    },
    (block) => {
      const isLast = block.endLine === result.lines.length
      parts.push(compactMarker(block), isLast ? (result.lines.at(-1)?.ending ?? '') : ending)
    },
  )
  return parts.join('')
}

export function compactMarker(block: PrunedBlock): string {
  const { startLine, endLine } = block
  if (startLine === endLine) return `… line ${startLine} cut`
  return `… lines ${startLine}-${endLine} cut`
}
