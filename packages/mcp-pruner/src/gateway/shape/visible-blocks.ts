// The texts of an answer as a model must see them: what is there is shown, and nothing commands a terminal or
// overwrites itself. Structured values stay exact. The same for what servers write beside their answers.
import { visible, visibleJson } from '../../process/visible-text.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { parseData } from '../shrink/parsed-data.js'
import { countedBytes, textOf, withText } from './blocks.js'

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

// What a wrapped server writes for people and models beside its tools' answers: descriptions, titles, instructions,
// reports. Control characters in it are shown, not in force. What programs go by (names of tools and prompts, addresses,
// values in schemas) stays as it is.
export const LABELS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'message',
  'instructions',
])

/** Of a value at any depth; the same value when there is nothing to show otherwise. */
export function visibleLabels<Value>(value: Value): Value {
  return labelled(value) as Value
}

function labelled(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(labelled)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  if (!isFields(value)) return value
  let changed: Fields | undefined
  for (const [name, held] of Object.entries(value)) {
    const seen = typeof held === 'string' && LABELS.has(name) ? visible(held) : labelled(held)
    if (seen !== held) changed = { ...(changed ?? value), [name]: seen }
  }
  return changed ?? value
}

/** The name of a resource or of a server is a label too: its address tells it apart. */
export const visibleNamed = (item: Fields): Fields => {
  const { name } = item
  const seen = visibleLabels(item)
  return typeof name === 'string' && visible(name) !== name
    ? { ...seen, name: visible(name) }
    : seen
}

const MAX_TRIES = 4

/** Escaped, control characters take up to six times their bytes: an answer that fills the limit is made again for less. */
export async function visiblyWithin(
  made: Fields,
  maxBytes: number,
  make: (maxBytes: number) => Promise<Fields | undefined>,
): Promise<Fields> {
  let seen = withVisibleTexts(made)
  if (seen === made) return made
  let aim = maxBytes
  // An answer is smaller than its limit, not as large (INV-MCP-SAFE-001).
  for (let tries = 0; tries < MAX_TRIES && countedBytes(seen) >= maxBytes; tries++) {
    aim = Math.floor((aim * maxBytes) / countedBytes(seen))
    const smaller = await make(aim)
    if (!smaller) break
    seen = withVisibleTexts(smaller)
  }
  // The limit is hard, also where a schema allows nothing smaller.
  return countedBytes(seen) >= maxBytes ? made : seen
}
