// What a renderer needs from a result, and how to build it from lines that another pruner kept.
import type { Line, LineParts, PrunedBlock } from '../types.js'

/** Anything with lines and cuts: the engine's own result, or one rebuilt from another pruner's answer. */
export interface Prunable {
  readonly lines: readonly Line[]
  readonly blocks: readonly PrunedBlock[]
  /** Kept lines that are shortened. */
  readonly parts?: readonly LineParts[]
}

/** The cuts that leave exactly the lines in `kept` (1-based, any order, repeats ignored). */
export function blocksFromKept(
  lineCount: number,
  kept: Iterable<number>,
  reason: string,
): PrunedBlock[] {
  const isKept = new Uint8Array(lineCount + 2)
  for (const line of kept) if (line >= 1 && line <= lineCount) isKept[line] = 1
  const blocks: PrunedBlock[] = []
  for (let line = 1; line <= lineCount; line++) {
    if (isKept[line] === 1) continue
    const startLine = line
    while (line < lineCount && isKept[line + 1] === 0) line++
    blocks.push({ startLine, endLine: line, reason })
  }
  return blocks
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
