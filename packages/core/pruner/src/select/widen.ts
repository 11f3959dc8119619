// More context around the chosen lines, if requested: lines before and after, or the whole function or section of
// a chosen line. What does not fit the bound stays as chosen.
import { Kind } from '../text/line-kinds.js'
import { isHead, type Structure } from '../text/structure.js'
import type { Explanation, PruneRequest } from '../types.js'

export interface WidenInput {
  readonly kept: Uint8Array
  /** Why each kept line is there: headings of others are not widened. */
  readonly runs: Explanation['runs']
  readonly structure: Structure
  readonly tokens: Float32Array
  /** Tokens that may be added. */
  readonly room: number
}

export interface Widened {
  readonly kept: Uint8Array
  readonly notWidened: number
}

interface Range {
  /** 0-based, inclusive. */
  readonly from: number
  readonly to: number
}

export function widen(
  { kept: chosen, runs, structure, tokens, room }: WidenInput,
  { context = 0, whole = false }: NonNullable<PruneRequest['widen']>,
): Widened {
  const kept = chosen.slice()
  const own = runs.filter(({ reason }) => reason !== 'signature' && reason !== 'around')
  const parts = whole ? own.flatMap((run) => partsIn(structure, run)) : []
  const around = own.map(({ startLine, endLine }) => ({
    from: Math.max(0, startLine - 1 - context),
    to: Math.min(kept.length - 1, endLine - 1 + context),
  }))
  let left = room
  let notWidened = 0
  for (const { from, to } of [...parts, ...around]) {
    const added = cutBetween(kept, from, to)
    const cost = added.reduce((sum, line) => sum + tokens[line]!, 0)
    if (cost > left) {
      notWidened++
      continue
    }
    left -= cost
    for (const line of added) kept[line] = 1
  }
  return { kept, notWidened }
}

function cutBetween(kept: Uint8Array, from: number, to: number): number[] {
  const cut: number[] = []
  for (let line = from; line <= to; line++) if (kept[line] === 0) cut.push(line)
  return cut
}

function partsIn(structure: Structure, run: { startLine: number; endLine: number }): Range[] {
  const parts = new Map<number, Range>()
  for (let line = run.startLine - 1; line < run.endLine; line++) {
    const part = partOf(structure, line)
    if (part) parts.set(part.from, part)
  }
  return [...parts.values()]
}

/** The innermost function, type or section: nobody means the block of an `if`. */
function partOf({ kinds, owners, blockEnds }: Structure, line: number): Range | undefined {
  let head = isHead(kinds[line]!) ? line : owners[line]!
  while (head >= 0 && kinds[head] === Kind.Block) head = owners[head]!
  return head < 0 ? undefined : { from: head, to: blockEnds[head]! }
}
