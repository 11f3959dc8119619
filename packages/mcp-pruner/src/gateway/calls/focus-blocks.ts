// A question about several blocks that each say whose they are: embedded files, links. Each keeps its own lines, so
// that none is shown as another's.
import { keptLinesOf, type Omission, printJson } from '@jeeves/mcp-runtime'
import type { PrunedText } from '../../ask/ask-request.js'
import type { Fields } from '../../rpc/message.js'
import { type Block, blocksOf, textOf, withText } from '../shape/blocks.js'
import type { Focusable } from './focus.js'

interface Part {
  readonly block: Block
  readonly lines: readonly string[]
  /** Of its first line among all. */
  readonly first: number
}

/** `undefined`: its blocks are not of that kind, or there is only one. */
export function focusBlocks(result: Fields): Focusable | undefined {
  const blocks = blocksOf(result)
  const parts: Part[] = []
  const lines: string[] = []
  for (const block of blocks) {
    const own = linesOf(block)
    if (own) parts.push({ block, lines: own, first: lines.length })
    lines.push(...(own ?? []))
  }
  if (parts.length < 2 || (isOneText(blocks) && parts.length > 0)) return undefined
  return {
    text: lines.join('\n'),
    lines: 'items',
    apply: (pruned) => {
      const { content, cuts } = narrowed(blocks, parts, lines, pruned)
      return { result: { ...result, content }, choice: { cuts, isWhole: cuts.length === 0 } }
    },
  }
}

/** Texts with nothing between them are read as one; what stands between others keeps its place. */
function isOneText(blocks: readonly Block[]): boolean {
  const kinds = blocks.map(({ type }) => type === 'text')
  const span = kinds.slice(kinds.indexOf(true), kinds.lastIndexOf(true) + 1)
  return (
    blocks.every((block) => block['type'] === 'text' || linesOf(block) === undefined) &&
    span.every(Boolean)
  )
}

function linesOf(block: Block): readonly string[] | undefined {
  if (block['type'] === 'resource_link') return [printJson(block)]
  return textOf(block)?.split('\n')
}

function narrowed(
  blocks: readonly Block[],
  parts: readonly Part[],
  lines: readonly string[],
  pruned: PrunedText,
): { readonly content: readonly Block[]; readonly cuts: readonly Omission[] } {
  const found = keptOf(lines, pruned)
  // Nothing is shown empty that is not.
  const kept = found.size === 0 ? new Set([0]) : found
  const shown = new Map(parts.map((part) => [part.block, withKept(part, kept)]))
  const content = blocks.flatMap((block): readonly Block[] => {
    const left = shown.has(block) ? shown.get(block) : block
    return left ? [left] : []
  })
  const texts = parts.filter(({ block }) => textOf(block) !== undefined)
  const all = texts.flatMap(({ lines: own, first }) => own.map((_, i) => first + i))
  const counts: readonly Omission[] = [
    {
      path: [],
      shown: [...shown.values()].filter(Boolean).length,
      total: parts.length,
      unit: 'blocks',
    },
    { path: [], shown: all.filter((i) => kept.has(i)).length, total: all.length, unit: 'lines' },
  ]
  return { content, cuts: counts.filter((cut) => cut.shown < cut.total) }
}

/** The block with its lines that are kept, and how many are missing in between; `undefined` when none is. */
function withKept({ block, lines, first }: Part, kept: ReadonlySet<number>): Block | undefined {
  const isKept = (line: number) => kept.has(first + line)
  if (!lines.some((_, i) => isKept(i))) return undefined
  if (lines.every((_, i) => isKept(i))) return block
  return withText(block, keptLinesOf(lines, isKept))
}

/** The lines (0-based) that are left; an engine behind HTTP gives back the text alone. */
export function keptOf(
  lines: readonly string[],
  { text, keptLines }: PrunedText,
): ReadonlySet<number> {
  if (keptLines) return new Set(keptLines.map((line) => line - 1))
  const left = new Set(text.split('\n'))
  return new Set(lines.flatMap((line, i) => (left.has(line) ? [i] : [])))
}
