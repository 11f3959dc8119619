// Makes a value smaller within what its schema allows: arrays keep their minimum of items, strings their
// minimum of characters, objects their required members.
import type { Fields } from '../../../rpc/message.js'
import { isFields } from '../../../rpc/message.js'
import { type Constraints, type Demands, demandsAny, most, requiredNames } from './constraints.js'

/** How hard to press. */
export interface Pressure {
  readonly maxItems: number
  readonly maxChars: number
  /** Members of an object that its schema does not ask for; the largest go first. */
  readonly maxOptional: number
  readonly maxDepth: number
  /** Cuts a string to at most so many characters, its own mark included; `before` were cut already. */
  readonly cutText: (text: string, maxChars: number, before: number) => string
}

const FIXED = ['enum', 'const']

export function shrink(value: unknown, constraints: Constraints, pressure: Pressure): unknown {
  let cuts = 0
  return walk(value, constraints.demandsOn(value), 1)

  function walk(item: unknown, demands: Demands, level: number): unknown {
    if (demandsAny(demands, ...FIXED)) return item
    if (typeof item === 'string') return text(item, demands)
    if (Array.isArray(item)) return list(item, demands, level)
    return isFields(item) ? members(item, demands, level) : item
  }

  function text(item: string, demands: Demands): string {
    if (demandsAny(demands, 'pattern', 'format')) return item
    const least = most(demands, 'minLength')
    // `minLength` counts characters, of which a string has at most `length`.
    const room = Math.max(pressure.maxChars, least * 2)
    return item.length > room ? pressure.cutText(item, room, cuts++) : item
  }

  function list(items: readonly unknown[], demands: Demands, level: number): unknown[] {
    const allowed = level >= pressure.maxDepth ? 0 : pressure.maxItems
    const kept = Math.max(allowed, most(demands, 'minItems'))
    return items
      .slice(0, kept)
      .map((item, i) =>
        walk(item, constraints.demandsOn(item, constraints.inside(demands, i)), level + 1),
      )
  }

  function members(record: Fields, demands: Demands, level: number): Fields {
    const names = Object.keys(record)
    const required = requiredNames(demands, names)
    // Where something has to stay, dropping the rest makes nothing less deep.
    const isTooDeep = level >= pressure.maxDepth && required.size === 0
    const allowed = isTooDeep ? 0 : pressure.maxOptional
    const spare = Math.max(allowed, most(demands, 'minProperties') - required.size)
    const dropped = new Set(
      largestBeyond(
        record,
        names.filter((name) => !required.has(name)),
        spare,
      ),
    )
    return Object.fromEntries(
      names
        .filter((name) => !dropped.has(name))
        .map((name) => {
          const item = record[name]
          const inner = constraints.demandsOn(item, constraints.inside(demands, name))
          return [name, walk(item, inner, level + 1)]
        }),
    )
  }
}

function largestBeyond(record: Fields, names: readonly string[], kept: number): readonly string[] {
  if (names.length <= kept) return []
  const sizes = names.map((name) => ({ name, size: JSON.stringify(record[name])?.length ?? 0 }))
  // Equal sizes keep their order, so that the first members of a long map stay.
  return sizes
    .toSorted((a, b) => a.size - b.size)
    .slice(kept)
    .map(({ name }) => name)
}
