// Notes that something was cut in a string that its schema leaves free.
import { ExactNumber, type Omission } from '@jeeves/mcp-runtime'
import { isFields } from '../../../rpc/message.js'
import { type Constraints, type Demands, demandsAny, least } from './constraints.js'
import { MEANT } from './schema-demands.js'

/** The value with the note in a part that was cut, else anywhere; `undefined` if no string is free. */
export function noteCut(
  value: unknown,
  cuts: readonly Omission[],
  note: string,
  constraints: Constraints,
): unknown {
  for (const { path } of cuts) {
    const noted = noteAt(value, path, constraints.demandsOn(value), note, constraints)
    if (noted !== undefined) return noted
  }
  return noteIn(value, constraints.demandsOn(value), note, constraints)
}

function noteAt(
  value: unknown,
  [key, ...path]: readonly string[],
  demands: Demands,
  note: string,
  constraints: Constraints,
): unknown {
  if (key === undefined) return noteIn(value, demands, note, constraints)
  const isList = Array.isArray(value)
  const member = (value as Record<string, unknown>)[key]
  const schemas = constraints.inside(demands, isList ? Number(key) : key)
  const inner = constraints.demandsOn(member, schemas)
  const noted = noteAt(member, path, inner, note, constraints)
  if (noted === undefined) return undefined
  return isList ? value.with(Number(key), noted) : { ...(value as object), [key]: noted }
}

/** In the string itself, as one more of a list's strings, in its last item, or in the longest string of a record. */
function noteIn(item: unknown, demands: Demands, note: string, constraints: Constraints): unknown {
  if (typeof item === 'string') {
    const noted = `${item} ${note}`
    return isFree(noted, demands) ? noted : undefined
  }
  if (Array.isArray(item)) return noteInList(item, demands, note, constraints)
  if (!isFields(item) || item instanceof ExactNumber) return undefined
  const members = Object.entries(item).toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  for (const [name, member] of members) {
    const inner = constraints.demandsOn(member, constraints.inside(demands, name))
    const noted = noteIn(member, inner, note, constraints)
    if (noted !== undefined) return { ...item, [name]: noted }
  }
  return undefined
}

const lengthOf = (member: unknown): number => (typeof member === 'string' ? member.length : -1)

function noteInList(
  items: readonly unknown[],
  demands: Demands,
  note: string,
  constraints: Constraints,
): unknown {
  const next = constraints.demandsOn(note, constraints.inside(demands, items.length))
  const isStrings = items.length > 0 && items.every((item) => typeof item === 'string')
  const hasRoom = items.length < least(demands, 'maxItems')
  if (isStrings && hasRoom && isFree(note, next)) return [...items, note]
  for (let i = items.length - 1; i >= 0; i--) {
    const inner = constraints.demandsOn(items[i], constraints.inside(demands, i))
    const noted = noteIn(items[i], inner, note, constraints)
    if (noted !== undefined) return items.with(i, noted)
  }
  return undefined
}

/** Whether a string may be this one instead. `maxLength` counts characters, of which it has at most `length`. */
const isFree = (text: string, demands: Demands): boolean =>
  !demandsAny(demands, ...MEANT) && text.length <= least(demands, 'maxLength')
