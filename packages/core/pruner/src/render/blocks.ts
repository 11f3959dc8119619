// What a renderer needs from a result.
import type { Line, LineParts, PrunedBlock } from '../types.js'

/** Anything with lines and cuts. */
export interface Prunable {
  readonly lines: readonly Line[]
  readonly blocks: readonly PrunedBlock[]
  /** Kept lines that are shortened. */
  readonly parts?: readonly LineParts[]
}

/** The remaining lines, ascending, 1-based. */
export function keptLines(result: Prunable): number[] {
  const kept: number[] = []
  let next = 1
  for (const block of [...result.blocks, { startLine: result.lines.length + 1, endLine: 0 }]) {
    for (; next < block.startLine; next++) kept.push(next)
    next = block.endLine + 1
  }
  return kept
}

/** Visits kept lines and cuts in reading order. */
export function walk(
  result: Prunable,
  onLine: (line: Line, number: number) => void,
  onBlock: (block: PrunedBlock) => void,
): void {
  let next = 0
  for (const block of result.blocks) {
    for (; next < block.startLine - 1; next++) onLine(result.lines[next]!, next + 1)
    onBlock(block)
    next = block.endLine
  }
  for (; next < result.lines.length; next++) onLine(result.lines[next]!, next + 1)
}

/** The line ending of inserted lines, so that a file of `\r\n` stays one. */
export function lineEnding(lines: readonly Line[]): '\n' | '\r\n' {
  return lines[0]?.ending === '\r\n' ? '\r\n' : '\n'
}
