// Says that something was cut in a string that its schema leaves free.

import { randomBytes } from 'node:crypto'
import { ExactNumber } from '@jeeves/mcp-runtime'
import { isFields } from '../../../rpc/message.js'
import { type Cut, markOf } from '../note.js'
import { type Constraints, type Demands, demandsAny, least } from './constraints.js'

export const FIXED = ['enum', 'const']
/** Strings with these mean what they are. */
export const MEANT = [...FIXED, 'pattern', 'format']

/** The note as one more item where items are free strings, else in a free string of the last item. */
export function sayInList(
  shown: readonly unknown[],
  items: readonly unknown[],
  demands: Demands,
  { shown: count, total }: Cut,
  constraints: Constraints,
): readonly unknown[] | undefined {
  const mark = sealedMark(`${count} of ${total} items shown`)
  const last = shown.at(-1)
  const at = shown.length - 1
  const inner = constraints.demandsOn(items[at], constraints.inside(demands, at))
  if (typeof last === 'string') return isFree(mark, inner) ? [...shown, mark] : undefined
  const told = sayIn(last, inner, mark, constraints)
  return told === undefined ? undefined : [...shown.slice(0, -1), told]
}

/** The longest free string of a record, or of a record in it, carries the mark. */
export function sayIn(
  item: unknown,
  demands: Demands,
  mark: string,
  constraints: Constraints,
): unknown {
  if (Array.isArray(item)) return sayInRow(item, demands, mark, constraints)
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
    const told = sayIn(member, inner, mark, constraints)
    if (told !== undefined) return { ...item, [name]: told }
  }
  return undefined
}

/** In the last free string of a row. */
function sayInRow(
  row: readonly unknown[],
  demands: Demands,
  mark: string,
  constraints: Constraints,
): unknown {
  for (let i = row.length - 1; i >= 0; i--) {
    const cell = row[i]
    const inner = constraints.demandsOn(cell, constraints.inside(demands, i))
    const marked = `${String(cell)} ${mark}`
    const isPlace = typeof cell === 'string' && isFree(marked, inner)
    const told = isPlace ? marked : sayIn(cell, inner, mark, constraints)
    if (told !== undefined) return row.with(i, told)
  }
  return undefined
}

/** Whether a string may be this one instead. `maxLength` counts characters, of which it has at most `length`. */
const isFree = (text: string, demands: Demands): boolean =>
  !demandsAny(demands, ...MEANT) && text.length <= least(demands, 'maxLength')

// Marks that a value is given while it is made smaller, told apart from data that looks like one: each carries a seal,
// which is taken off before anybody sees it.
/** No text that was not written by this process holds it. */
const SEAL = `\u{e000}${randomBytes(6).toString('hex')}`

export const sealedMark = (what: string): string => SEAL + markOf(what)

/** The value with its marks as they are read; the first of them becomes `note`, if that is given. */
export function unsealed(
  value: unknown,
  note?: string,
): { readonly value: unknown; readonly isNoted: boolean } {
  let unsaid = note
  return { value: walk(value), isNoted: unsaid !== note }

  function walk(item: unknown): unknown {
    if (typeof item === 'string') return item.includes(SEAL) ? opened(item) : item
    if (Array.isArray(item)) return item.map(walk)
    if (!isFields(item) || item instanceof ExactNumber) return item
    return Object.fromEntries(Object.entries(item).map(([key, member]) => [key, walk(member)]))
  }

  function opened(text: string): string {
    const at = text.indexOf(SEAL)
    const end = text.indexOf('⟧', at) + 1
    const said = unsaid
    unsaid = undefined
    const first = said === undefined ? text : text.slice(0, at) + said + text.slice(end)
    return first.replaceAll(SEAL, '')
  }
}
