// The part of an answer that a question can be asked of: its text, or the entries of its data, one per line.

import { keptLinesOf, type Omission, printJson } from '@jeeves/mcp-runtime'
import type { PrunedText } from '../../ask/ask-request.js'
import type { Fields } from '../../rpc/message.js'
import { type Block, blocksOf, textOf, textsOf, withText } from '../shape/blocks.js'
import { baseIn } from '../shape/client-form.js'
import { SentValue } from '../shape/sent-value.js'
import type { Choice } from '../shape/shape-context.js'
import { onlyData } from '../shape/shape-result.js'
import { Shrinkable } from '../shrink/shrinkable.js'

/** `result` is what the client is shown of `whole`; `withTexts`: the lines of long strings can be chosen as well. */
export function focusable(whole: Fields, result: Fields, withTexts: boolean): Focusable {
  const texts = textsOf(result)
  const { structuredContent } = result
  const value = structuredContent ?? onlyData(result)?.value
  const shrinkable = value === undefined ? undefined : new Shrinkable(value, withTexts)
  if (shrinkable && shrinkable.choices.lines.length > 0)
    return focusData(result, shrinkable, baseIn(whole, result))
  if (structuredContent === undefined) {
    const blocks = focusBlocks(result)
    if (blocks) return blocks
  }
  if (texts.length === 0) return NOTHING_TO_FOCUS
  if (structuredContent === undefined) return focusTexts(result, texts)
  return NOTHING_TO_FOCUS
}

/** Several texts are read as one, which is how clients show them. */
function focusTexts(result: Fields, texts: readonly string[]): Focusable {
  const text = texts
    .map((part, i) => (i + 1 < texts.length && !part.endsWith('\n') ? `${part}\n` : part))
    .join('')
  return {
    text,
    ...(isTextAlone(result) && { whole: text }),
    apply: (pruned) => {
      let isFirst = true
      const content = blocksOf(result).flatMap((block) => {
        if (textOf(block) === undefined) return [block]
        if (!isFirst) return []
        isFirst = false
        return [withText(block, pruned.text)]
      })
      const lines = pruned.keptLines && { chosen: pruned.keptLines, text }
      return { result: { ...result, content }, choice: { cuts: [], ...(lines && { lines }) } }
    },
  }
}

/** Nothing but texts, so that the one they are read as is all that they say. */
function isTextAlone(result: Fields): boolean {
  const { content: _, isError: __, ...others } = result
  return Object.keys(others).length === 0 && blocksOf(result).every(isPlainText)
}

const isPlainText = (block: Fields): boolean =>
  block['type'] === 'text' && Object.keys(block).every((key) => key === 'type' || key === 'text')

/** All of it at once, so that what answers best stays, wherever it stands. */
function focusData(
  result: Fields,
  shrinkable: Shrinkable,
  base: readonly string[] | undefined,
): Focusable {
  const { lines, isText } = shrinkable.choices
  return {
    text: lines.join('\n'),
    ...(!isText && { lines: 'items' }),
    apply: (pruned) => {
      const chosen = keptOf(lines, pruned)
      const sent = SentValue.in(result)
      const inParts = (): Focused => {
        const shown = shrinkable.shrink({ chosen, base, inParts: pruned.text.trimEnd() })
        return { result: sent.with(shown.value), choice: { cuts: shown.cuts, isInParts: true } }
      }
      const { value, cuts } = shrinkable.shrink({ chosen, base })
      const shorter = isText && { inParts }
      if (cuts.length === 0) return { result, choice: { cuts, isWhole: true }, ...shorter }
      const data = { shrinkable, chosen }
      return { result: sent.with(value), choice: { cuts, data }, ...shorter }
    },
  }
}

/** An answer with what a question chose of it. */
export interface Focused {
  readonly result: Fields
  readonly choice: Choice
  /** The same with long lines in parts, for where whole ones are too much. */
  readonly inParts?: () => Focused
}

export interface Focusable {
  /** Empty: nothing to prune. */
  readonly text: string
  readonly apply: (pruned: PrunedText) => Focused | undefined
  /** What is kept, where that is not the answer as it came: marks name its lines. */
  readonly whole?: string
  /** `items`: one per line, and what went wrong is as good as what did not when there is little room. */
  readonly lines?: 'items'
}

export const NOTHING_TO_FOCUS: Focusable = { text: '', apply: () => undefined }

/** The lines (0-based) that are left; an engine behind HTTP gives back the text alone. */
export function keptOf(
  lines: readonly string[],
  { text, keptLines }: PrunedText,
): ReadonlySet<number> {
  if (keptLines) return new Set(keptLines.map((line) => line - 1))
  const left = new Set(text.split('\n'))
  return new Set(lines.flatMap((line, i) => (left.has(line) ? [i] : [])))
}

// A question about several blocks that each say whose they are: embedded files, links. Each keeps its own lines, so
// that none is shown as another's.
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
