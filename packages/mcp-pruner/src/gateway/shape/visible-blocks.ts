// The texts of an answer as a model must see them: what is there is shown, and nothing commands a terminal or
// overwrites itself. Structured values stay exact.
import { visible, visibleJson } from '../../process/visible-text.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { parseData } from '../shrink/parsed-data.js'
import { textOf, withText } from './blocks.js'
import { visibleNamed } from './visible-labels.js'

/** The same result when there is nothing to show otherwise. */
export function withVisibleTexts(result: Fields): Fields {
  const { content } = result
  if (!Array.isArray(content)) return result
  const shown = content.map((block: unknown) => {
    if (!isFields(block)) return block
    if (block['type'] === 'resource_link') return visibleNamed(block)
    const text = textOf(block)
    if (text === undefined) return block
    const seen = visibleText(text)
    return seen === text ? block : withText(block, seen)
  })
  return shown.every((block, i) => block === content[i]) ? result : { ...result, content: shown }
}

/** Data stays the data that it is. */
export function visibleText(text: string): string {
  const seen = visible(text)
  return seen === text || !parseData(text) ? seen : visibleJson(text)
}
