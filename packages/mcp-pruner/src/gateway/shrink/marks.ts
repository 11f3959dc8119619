// Marks inside data of which a part was chosen, where no schema forbids them: each list ends with how much of it is
// shown, and each map says how many of its members are missing.
import { asPartOf, ExactNumber, omittedKey, shownMark, totalOf } from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'
import type { Cut } from './note.js'

/** A copy whose lists and maps are known to be parts of longer ones. */
export function withTotals(value: unknown, cuts: readonly Cut[]): unknown {
  if (cuts.length === 0) return value
  const copy = mapped(value, (part) => part)
  for (const { path, total, unit } of cuts) {
    if (unit !== 'items' && unit !== 'members') continue
    const part = path.reduce(memberOf, copy)
    if (typeof part === 'object' && part !== null) asPartOf(part, total)
  }
  return copy
}

function memberOf(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  return isThere ? (value as Record<string, unknown>)[key] : undefined
}

/** The value with a mark in each part. */
export function withMarks(value: unknown, cuts: readonly Cut[]): unknown {
  return mapped(withTotals(value, cuts), (copy, of) => {
    const total = totalOf(of)
    if (total === undefined) return copy
    if (Array.isArray(copy)) return [...copy, shownMark(copy.length, total)]
    const names = Object.keys(copy)
    return { ...copy, [omittedKey(names)]: total - names.length }
  })
}

/** A copy, with each list and object in it as `make` has it. */
function mapped(value: unknown, make: (copy: object, of: object) => object): unknown {
  if (Array.isArray(value)) {
    return make(
      value.map((item) => mapped(item, make)),
      value,
    )
  }
  if (!isFields(value) || value instanceof ExactNumber) return value
  const members = Object.entries(value).map(([key, member]) => [key, mapped(member, make)])
  return make(Object.fromEntries(members), value)
}
