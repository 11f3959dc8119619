// Descriptions, titles and instructions that wrapped servers write, each no longer than an answer: they reach the model
// before anybody asked for anything.
import { LABELS } from '../shape/visible-labels.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Additions } from './additions.js'

/** Of a value at any depth; the same value when all are short. */
export async function boundLabels<Value>(
  value: Value,
  upstream: Upstream,
  { boundText, maxBytes }: Pick<Additions, 'boundText' | 'maxBytes'>,
): Promise<Value> {
  const bounded = new Map<string, string>()
  const json = JSON.stringify(value, (name, held: unknown) => {
    // A character takes up to four bytes.
    if (isLabel(name, held) && held.length >= maxBytes / 4) bounded.set(held, held)
    return held
  })
  if (bounded.size === 0) return value
  for (const text of bounded.keys()) bounded.set(text, await boundText(text, upstream))
  return JSON.parse(json, (name, held: unknown) =>
    isLabel(name, held) ? (bounded.get(held) ?? held) : held,
  ) as Value
}

const isLabel = (name: string, held: unknown): held is string =>
  typeof held === 'string' && LABELS.has(name)
