// What a wrapped server writes for people and models beside its tools' answers: descriptions, titles, instructions,
// reports. Control characters in it are shown, not in force. What programs go by (names of tools and prompts, addresses,
// values in schemas) stays as it is.
import { visible } from '../../process/visible-text.js'
import { type Fields, isFields } from '../../rpc/message.js'

export const LABELS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'message',
  'instructions',
])

/** Of a value at any depth; the same value when there is nothing to show otherwise. */
export function visibleLabels<Value>(value: Value): Value {
  return shown(value) as Value
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(shown)
    return items.every((item, i) => item === value[i]) ? value : items
  }
  if (!isFields(value)) return value
  let changed: Fields | undefined
  for (const [name, held] of Object.entries(value)) {
    const seen = typeof held === 'string' && LABELS.has(name) ? visible(held) : shown(held)
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
