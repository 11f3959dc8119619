// The part of an answer that a question can be asked of: its text, or the items of its list, one a line.
import { mainList, withList } from '@jeeves/mcp-runtime'
import type { PrunedText } from '../../pruning/prune-request.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { blocksOf, textOf, withText } from '../shape/blocks.js'
import { parseData } from '../shape/recognise.js'

export interface Focusable {
  /** Empty: nothing to prune. */
  readonly text: string
  /** What is kept when something is left out. Absent: `text`. */
  readonly whole?: string
  readonly apply: (pruned: PrunedText) => Fields | undefined
}

export const NOTHING_TO_FOCUS: Focusable = { text: '', apply: () => undefined }

export function focusable(result: Fields): Focusable {
  const blocks = blocksOf(result)
  const texts = blocks.flatMap((block) => textOf(block) ?? [])
  const { structuredContent } = result
  if (texts.length === 0) return NOTHING_TO_FOCUS
  const [only] = texts
  const data = texts.length === 1 && only !== undefined ? parseData(only) : undefined
  if (data) return isFields(structuredContent) ? NOTHING_TO_FOCUS : focusData(result, data.value)
  if (isFields(structuredContent)) return focusMirrored(result, structuredContent, texts)
  return focusTexts(result, texts)
}

/** Several texts are read as one, which is how clients show them. */
function focusTexts(result: Fields, texts: readonly string[]): Focusable {
  const text = texts
    .map((part, i) => (i + 1 < texts.length && !part.endsWith('\n') ? `${part}\n` : part))
    .join('')
  return {
    text,
    apply: (pruned) => {
      let isFirst = true
      const content = blocksOf(result).flatMap((block) => {
        if (textOf(block) === undefined) return [block]
        if (!isFirst) return []
        isFirst = false
        return [withText(block, pruned.text)]
      })
      return { ...result, content }
    },
  }
}

/** A text that stands in the structured value as well is replaced in both places. */
function focusMirrored(result: Fields, structured: Fields, texts: readonly string[]): Focusable {
  const [text] = texts
  const names = Object.keys(structured).filter((name) => structured[name] === text)
  if (texts.length !== 1 || text === undefined || names.length === 0) return NOTHING_TO_FOCUS
  return {
    text,
    apply: (pruned) => ({
      ...focusTexts(result, texts).apply(pruned),
      structuredContent: {
        ...structured,
        ...Object.fromEntries(names.map((name) => [name, pruned.text])),
      },
    }),
  }
}

function focusData(result: Fields, value: object): Focusable {
  const found = mainList(value)
  if (!found || found.items.length < 2) return NOTHING_TO_FOCUS
  const lines = found.items.map((item) => JSON.stringify(item))
  return {
    text: lines.join('\n'),
    whole: blocksOf(result)
      .flatMap((block) => textOf(block) ?? [])
      .join(''),
    apply: ({ text, keptLines }) => {
      const kept = keptLines
        ? keptLines.flatMap((line) => (line <= found.items.length ? [found.items[line - 1]] : []))
        : keptItems(found.items, lines, text)
      const focused = withList(value, found.path, kept)
      const content = blocksOf(result).map((block) =>
        textOf(block) === undefined ? block : withText(block, JSON.stringify(focused)),
      )
      return { ...result, content }
    },
  }
}

/** What an engine that only returns text has left of the lines. */
function keptItems(items: readonly unknown[], lines: readonly string[], text: string): unknown[] {
  const left = new Set(text.split('\n'))
  return items.filter((_, i) => left.has(lines[i] ?? ''))
}
