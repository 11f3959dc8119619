// The form for models: kept lines unchanged, and at each cut the number of the next line.
import type { PrunedBlock } from '../types.js'
import { lineEnding, type Prunable, walk } from './blocks.js'
import { columnMark, endMark, lineMark, type MarkForm, markFormFor } from './marks.js'

export interface CompactOptions {
  /** The number of the text's first line, for a text that is itself a part of a longer one. Default 1. */
  readonly firstLine?: number
  /** Write its number before each line. */
  readonly numbers?: boolean
  /** How marks are written; by default in a form that no line imitates. */
  readonly form?: MarkForm
}

export function renderCompact(result: Prunable, options: CompactOptions = {}): string {
  const { lines, parts: cutInside = [] } = result
  const ending = lineEnding(lines)
  const offset = (options.firstLine ?? 1) - 1
  const form = options.form ?? formFor(result)
  const inside = new Map(cutInside.map(({ line, pieces }) => [line, pieces]))
  const parts: string[] = []
  walk(
    result,
    (line, number) => {
      const pieces = inside.get(number)
      if (options.numbers) parts.push(`${number + offset}│ `)
      parts.push(pieces === undefined ? line.text : cutLine(line.text, pieces, form), line.ending)
    },
    (block) => {
      const isLast = block.endLine === lines.length
      parts.push(compactMarker(block, isLast, form, offset), isLast ? endOf(result) : ending)
    },
  )
  return parts.join('')
}

/** A form that no line imitates, kept or cut, so that a recovered line is not a mark either. */
export function formFor({ lines }: Prunable): MarkForm {
  const suspects = lines.filter(({ text }) => text.includes('…'))
  return markFormFor(suspects.map(({ text }) => text).join('\n'))
}

function compactMarker(block: PrunedBlock, isLast: boolean, form: MarkForm, offset: number) {
  return isLast
    ? endMark(form, block.repeats)
    : lineMark(form, block.endLine + 1 + offset, block.repeats)
}

function endOf({ lines }: Prunable): string {
  return lines.at(-1)?.ending ?? ''
}

function cutLine(
  text: string,
  pieces: readonly { readonly from: number; readonly to: number }[],
  form: MarkForm,
): string {
  const shown: string[] = []
  let at = 0
  for (const { from, to } of pieces) {
    if (from > at) shown.push(columnMark(form, from + 1))
    shown.push(text.slice(from, to))
    at = to
  }
  if (at < text.length) shown.push(endMark(form))
  return shown.join('')
}
