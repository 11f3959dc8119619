// The form for a model's eyes: kept lines as they are, and the shortest line that says what was cut.
import type { PrunedBlock } from '../types.js'
import { lineEnding, type Prunable, walk } from './blocks.js'

export interface CompactOptions {
  /** Prefix kept lines with `N│ `. */
  readonly lineNumbers: boolean
  /** The number of the text's first line, for a text that is itself a part of a longer one. Default 1. */
  readonly firstLine?: number
}

export function renderCompact(result: Prunable, options: CompactOptions): string {
  const ending = lineEnding(result.lines)
  const offset = (options.firstLine ?? 1) - 1
  const parts: string[] = []
  walk(
    result,
    (line, number) => {
      parts.push(`${options.lineNumbers ? `${number + offset}│ ` : ''}${line.text}`, line.ending)
    },
    (block) => {
      const isLast = block.endLine === result.lines.length
      parts.push(
        compactMarker(block, offset),
        isLast ? (result.lines.at(-1)?.ending ?? '') : ending,
      )
    },
  )
  return parts.join('')
}

export function compactMarker(block: PrunedBlock, offset = 0): string {
  const startLine = block.startLine + offset
  const endLine = block.endLine + offset
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`
  return block.repeats === undefined
    ? `… ${lines} cut`
    : `… ${lines} cut (${block.repeats} repeats)`
}
