// The part of an answer that a question can be asked of: its text, or the items of its lists, one per line.
import { mainLists, printJson, withList } from '@jeeves/mcp-runtime'
import type { PrunedText } from '../../pruning/prune-request.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { blocksOf, textOf, textsOf, withText } from '../shape/blocks.js'
import { repeats } from '../shape/client-form.js'
import type { Cut } from '../shape/note.js'
import type { Choice } from '../shape/shape-context.js'
import { withOneText } from '../shape/shape-data.js'
import { onlyData } from '../shape/shape-result.js'

/** An answer with what a question chose of it. */
export interface Focused {
  readonly result: Fields
  readonly choice: Choice
}

export interface Focusable {
  /** Empty: nothing to prune. */
  readonly text: string
  readonly apply: (pruned: PrunedText) => Focused | undefined
  /** `items`: one per line, and what went wrong is as good as what did not when there is little room. */
  readonly lines?: 'items'
}

export const NOTHING_TO_FOCUS: Focusable = { text: '', apply: () => undefined }

export function focusable(result: Fields): Focusable {
  const texts = textsOf(result)
  const { structuredContent } = result
  const value = structuredContent ?? onlyData(result)?.value
  const lists = value === undefined ? [] : mainLists(value).filter(({ items }) => items.length > 1)
  if (lists.length > 0) return focusLists(result, value, lists)
  if (texts.length === 0) return NOTHING_TO_FOCUS
  if (structuredContent === undefined) return focusTexts(result, texts)
  if (!isFields(structuredContent)) return NOTHING_TO_FOCUS
  return focusMirrored(result, structuredContent, texts)
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
      const lines = pruned.keptLines && { chosen: pruned.keptLines, text }
      return { result: { ...result, content }, choice: { cuts: [], ...(lines && { lines }) } }
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
    apply: (pruned) => {
      const focused = focusTexts(result, texts).apply(pruned)
      const replaced = Object.fromEntries(names.map((name) => [name, pruned.text]))
      const structuredContent = { ...structured, ...replaced }
      return focused && { ...focused, result: { ...focused.result, structuredContent } }
    },
  }
}

interface ItemList {
  readonly path: readonly string[]
  readonly items: readonly unknown[]
}

/** All lists at once, so that what answers best stays, in whichever list it stands. */
function focusLists(result: Fields, value: unknown, lists: readonly ItemList[]): Focusable {
  const rows = lists.flatMap(({ items }, list) => items.map((item) => ({ list, item })))
  const lines = rows.map(({ item }) => printJson(item))
  return {
    text: lines.join('\n'),
    lines: 'items',
    apply: ({ text, keptLines }) => {
      const left = new Set(text.split('\n'))
      const kept = new Set(
        keptLines?.map((line) => line - 1) ??
          lines.flatMap((line, i) => (left.has(line) ? [i] : [])),
      )
      let narrowed = value
      const cuts: Cut[] = []
      for (const [number, { path, items }] of lists.entries()) {
        const chosen = rows.filter(({ list }, i) => list === number && kept.has(i))
        if (chosen.length === items.length) continue
        // The first item stands for a list of which nothing was chosen: none is shown empty.
        const shown = chosen.length === 0 ? items.slice(0, 1) : chosen.map(({ item }) => item)
        if (shown.length === items.length) continue
        narrowed = withList(narrowed, path, shown)
        cuts.push({ path, shown: shown.length, total: items.length, unit: 'items' })
      }
      return { result: withData(result, narrowed), choice: { cuts } }
    },
  }
}

/** The same answer with another value, wherever it stands in it. */
export function withData(result: Fields, value: unknown): Fields {
  const { structuredContent } = result
  if (structuredContent === undefined) return withOneText(result, printJson(value))
  const isCopied = repeats(result, structuredContent)
  const base = isCopied ? withOneText(result, printJson(value)) : result
  return { ...base, structuredContent: value }
}
