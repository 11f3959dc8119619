// Checks a response against its limits from the outside: it inspects the sent text and shares no
// code with the shaping.
import { expect } from 'vitest'

interface Bounds {
  readonly maxBytes: number
  readonly maxArrayItems: number
  readonly maxStringLength: number
  readonly maxJsonDepth: number
}

interface Extent {
  levels: number
  items: number
  characters: number
}

/** Counts plain values as a level, as the strictest counters do. */
function extentOf(value: unknown): Extent {
  const extent = { levels: 0, items: 0, characters: 0 }
  const open: [unknown, number][] = [[value, 1]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [current, level] = next
    extent.levels = Math.max(extent.levels, level)
    if (typeof current === 'string') extent.characters = Math.max(extent.characters, current.length)
    if (typeof current !== 'object' || current === null) continue
    if (Array.isArray(current)) extent.items = Math.max(extent.items, current.length)
    for (const [key, child] of Object.entries(current)) {
      if (!Array.isArray(current)) extent.characters = Math.max(extent.characters, key.length)
      open.push([child, level + 1])
    }
  }
  return extent
}

/** Fails when the JSON text breaks a limit or could not be sent as UTF-8; returns its value. */
export function expectWithin(text: string, bounds: Bounds, wire = text): unknown {
  const value: unknown = JSON.parse(text)
  const { levels, items, characters } = extentOf(value)
  const bytes = new TextEncoder().encode(wire).length
  const sendable = !/\\ud[89a-f][0-9a-f]{2}/i.test(text) && text.isWellFormed()
  const broken = [
    bytes < bounds.maxBytes ? '' : `${bytes} bytes, limit ${bounds.maxBytes}`,
    items <= bounds.maxArrayItems ? '' : `${items} items, limit ${bounds.maxArrayItems}`,
    characters <= bounds.maxStringLength ? '' : `${characters} characters`,
    levels <= bounds.maxJsonDepth ? '' : `${levels} levels, limit ${bounds.maxJsonDepth}`,
    sendable ? '' : 'a lone surrogate',
  ]
  expect(broken.filter((text_) => text_ !== '').join('; ')).toBe('')
  return value
}
