// The part of an answer that a question can be asked of: its text, or the entries of its data, one per line.

import type { PrunedText } from '../../ask/ask-request.js'
import type { Fields } from '../../rpc/message.js'
import { blocksOf, textOf, textsOf, withText } from '../shape/blocks.js'
import { baseIn } from '../shape/client-form.js'
import { SentValue } from '../shape/sent-value.js'
import type { Choice } from '../shape/shape-context.js'
import { onlyData } from '../shape/shape-result.js'
import { Shrinkable } from '../shrink/shrinkable.js'
import { focusBlocks, keptOf } from './focus-blocks.js'

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
