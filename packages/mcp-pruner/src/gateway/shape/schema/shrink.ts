// Makes a value smaller within what its schema allows, and says of every cut what was cut, in sealed marks. Lists keep
// at least one item, strings their minimum of characters, objects their required members.
import { ExactNumber, measure, printJson, sendable } from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../../rpc/message.js'
import { type Cut } from '../../shrink/note.js'
import {
  type Constraints,
  type Demands,
  demandsAny,
  least,
  most,
  requiredNames,
} from './constraints.js'
import { sealedMark } from './sealed-marks.js'

/** How hard to press. */
export interface Pressure {
  readonly maxItems: number
  readonly maxChars: number
  /** Members of an object that its schema does not ask for; the largest go first. */
  readonly maxOptional: number
  readonly maxDepth: number
}

/** Where a cut is said. `members`: of the whole value. `inside`: in a string of what was cut, else in any other. */
export type Place = 'members' | 'inside'

export interface Shrunk {
  readonly value: unknown
  readonly cuts: readonly Cut[]
  /** Something was cut that could not be said inside. */
  readonly isUnsaid: boolean
}

const FIXED = ['enum', 'const']
/** Strings with these mean what they are. */
const MEANT = [...FIXED, 'pattern', 'format']

export function shrink(
  value: unknown,
  constraints: Constraints,
  pressure: Pressure,
  place: Place,
  narrowed: readonly Cut[],
): Shrunk {
  const cuts: Cut[] = narrowed.filter(({ unit }) => unit === 'lines')
  let isUnsaid = false
  const demandsOnAll = constraints.demandsOn(value)
  const made = walk(value, demandsOnAll, [])
  const saidElsewhere = isUnsaid ? sayIn(made, demandsOnAll, sealedMark('cut')) : undefined
  return {
    value: saidElsewhere ?? made,
    cuts,
    isUnsaid: isUnsaid && saidElsewhere === undefined,
  }

  function walk(item: unknown, demands: Demands, path: readonly string[]): unknown {
    if (demandsAny(demands, ...FIXED)) return item
    if (typeof item === 'string') return text(item, demands, path)
    if (Array.isArray(item)) return list(item, demands, path)
    return isFields(item) && !(item instanceof ExactNumber) ? members(item, demands, path) : item
  }

  /** A cut string says so itself, wherever else it is said. */
  function text(item: string, demands: Demands, path: readonly string[]): string {
    if (demandsAny(demands, ...MEANT)) return item
    // `minLength` counts characters, of which a string has at most `length`.
    const room = Math.max(pressure.maxChars, most(demands, 'minLength') * 2, LEAST_CHARS)
    if (item.length <= room) return item
    const said = ` ${sealedMark(`${item.length} characters, cut`)}`
    cuts.push({ path, shown: room - said.length, total: item.length, unit: 'characters' })
    const { end } = measure(item, room - said.length, Number.POSITIVE_INFINITY)
    return `${sendable(item.slice(0, end))}${said}`
  }

  /** What was chosen of a list or a map already. */
  function cutBefore(path: readonly string[]): Cut | undefined {
    return narrowed.find((cut) => cut.path.join('\0') === path.join('\0'))
  }

  function list(items: readonly unknown[], demands: Demands, path: readonly string[]): unknown {
    const before = cutBefore(path)
    const total = before?.total ?? items.length
    const kept = Math.max(1, pressure.maxItems, most(demands, 'minItems'))
    const shown = items.slice(0, kept).map((item, i) => {
      const inner = constraints.demandsOn(item, constraints.inside(demands, i))
      return walk(item, inner, [...path, String(i)])
    })
    if (shown.length === total) return shown
    const cut: Cut = { ...before, path, shown: shown.length, total, unit: 'items' }
    cuts.push(cut)
    if (place === 'members') return shown
    const told = say(shown, items, demands, cut)
    if (told === undefined) isUnsaid = true
    return told ?? shown
  }

  /** The note as one more item where items are free strings, else in a free string of the last item. */
  function say(
    shown: readonly unknown[],
    items: readonly unknown[],
    demands: Demands,
    { shown: count, total }: Cut,
  ): readonly unknown[] | undefined {
    const mark = sealedMark(`${count} of ${total} items shown`)
    const last = shown.at(-1)
    const at = shown.length - 1
    const inner = constraints.demandsOn(items[at], constraints.inside(demands, at))
    if (typeof last === 'string') return isFree(mark, inner) ? [...shown, mark] : undefined
    const told = sayIn(last, inner, mark)
    return told === undefined ? undefined : [...shown.slice(0, -1), told]
  }

  /** The longest free string of a record, or of a record in it, carries the mark. */
  function sayIn(item: unknown, demands: Demands, mark: string): unknown {
    if (Array.isArray(item)) return sayInRow(item, demands, mark)
    if (!isFields(item)) return undefined
    const strings = Object.entries(item)
      .filter(([, member]) => typeof member === 'string')
      .toSorted(([, a], [, b]) => String(b).length - String(a).length)
    for (const [name, member] of strings) {
      const inner = constraints.demandsOn(member, constraints.inside(demands, name))
      const told = `${String(member)} ${mark}`
      if (isFree(told, inner)) return { ...item, [name]: told }
    }
    for (const [name, member] of Object.entries(item)) {
      const inner = constraints.demandsOn(member, constraints.inside(demands, name))
      const told = sayIn(member, inner, mark)
      if (told !== undefined) return { ...item, [name]: told }
    }
    return undefined
  }

  /** In the last free string of a row. */
  function sayInRow(row: readonly unknown[], demands: Demands, mark: string): unknown {
    for (let i = row.length - 1; i >= 0; i--) {
      const cell = row[i]
      const inner = constraints.demandsOn(cell, constraints.inside(demands, i))
      const marked = `${String(cell)} ${mark}`
      const isPlace = typeof cell === 'string' && isFree(marked, inner)
      const told = isPlace ? marked : sayIn(cell, inner, mark)
      if (told !== undefined) return row.with(i, told)
    }
    return undefined
  }

  function members(record: Fields, demands: Demands, path: readonly string[]): unknown {
    const names = Object.keys(record)
    const required = requiredNames(demands, names)
    const spare = Math.max(pressure.maxOptional, most(demands, 'minProperties') - required.size)
    const optional = names.filter((name) => !required.has(name))
    // No object is shown empty that is not.
    const shownAtLeast = required.size === 0 ? 1 : 0
    const dropped = new Set(largestBeyond(record, optional, Math.max(spare, shownAtLeast)))
    const isDeep = path.length + 1 >= pressure.maxDepth
    const kept = names.filter((name) => !dropped.has(name))
    const member = (name: string): unknown => {
      const item = record[name]
      const inner = constraints.demandsOn(item, constraints.inside(demands, name))
      const isFlat = isDeep && isContainer(item) && !demandsAny(inner, 'type', '$ref')
      return isFlat ? flat(item, [...path, name]) : walk(item, inner, [...path, name])
    }
    const shown = Object.fromEntries(kept.map((name) => [name, member(name)]))
    const before = cutBefore(path)
    const total = before?.total ?? names.length
    if (kept.length === total) return shown
    const cut: Cut = { ...before, path, shown: kept.length, total, unit: 'members' }
    cuts.push(cut)
    if (place === 'members') return shown
    const said = (count: number) => sealedMark(`${count} of ${total} members shown`)
    const told = sayIn(shown, demands, said(kept.length))
    if (told !== undefined) return told
    // A member that can carry the mark comes back for it.
    for (const name of dropped) {
      if (sayIn({ [name]: record[name] }, demands, said(1)) === undefined) continue
      cuts.splice(cuts.indexOf(cut), 1, { ...cut, shown: kept.length + 1 })
      return sayIn({ ...shown, [name]: member(name) }, demands, said(kept.length + 1)) ?? shown
    }
    isUnsaid = true
    return shown
  }

  /** What lies too deep, where any value may stand, as one line of text. */
  function flat(item: object, path: readonly string[]): string {
    const line = printJson(item)
    cuts.push({ path, shown: 0, total: Object.keys(item).length, unit: 'members' })
    return `${sealedMark('nested')} ${line.slice(0, Math.max(0, pressure.maxChars - LEAST_CHARS))}`
  }
}

/** Whether a string may be this one instead. `maxLength` counts characters, of which it has at most `length`. */
const isFree = (text: string, demands: Demands): boolean =>
  !demandsAny(demands, ...MEANT) && text.length <= least(demands, 'maxLength')

/** A cut string holds its mark and a little more. */
const LEAST_CHARS = 60

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function largestBeyond(record: Fields, names: readonly string[], kept: number): readonly string[] {
  if (names.length <= kept) return []
  const sizes = names.map((name) => ({ name, size: JSON.stringify(record[name])?.length ?? 0 }))
  // Equal sizes keep their order, so that the first members of a long map stay.
  return sizes
    .toSorted((a, b) => a.size - b.size)
    .slice(kept)
    .map(({ name }) => name)
}
