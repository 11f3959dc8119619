// The main list of an answer: what an envelope shows as its items.
import { ExactNumber } from './exact-json.js'

export interface MainList {
  readonly items: readonly unknown[]
  /** The keys that lead to it; none when the answer is the list. */
  readonly path: readonly string[]
}

/** How deep it is searched for: `{data: {repository: {issues: {nodes: […]}}}}`. */
const LEVELS = 6

/** A deeper list is the main one if it is so much longer. */
const TIMES_LONGER = 5
const LONG = 10

/**
 * The answer itself, otherwise the longest non-empty list of the highest level that has one, unless a deeper
 * one is far longer or was chosen from. If lists of a level are in several objects, none of them is it.
 */
export function mainList(value: unknown): MainList | undefined {
  if (Array.isArray(value)) return { items: value, path: [] }
  let level: readonly Nested[] = isObject(value) ? [{ value, path: [] }] : []
  let found: MainList | undefined
  for (let depth = 0; depth < LEVELS && level.length > 0; depth++) {
    const [lists, ...others] = level.map(listsOf).filter((ofObject) => ofObject.length > 0)
    if (others.length > 0) break
    const longest = lists?.reduce((a, b) => (totalIn(b) > totalIn(a) ? b : a))
    if (longest && (!found || isRather(longest, found))) found = longest
    level = level.flatMap(objectsIn)
  }
  return found
}

const totalIn = ({ items }: MainList): number => totalOf(items) ?? items.length

function isRather(deeper: MainList, found: MainList): boolean {
  if (totalOf(found.items) !== undefined) return false
  if (totalOf(deeper.items) !== undefined) return true
  const { length } = deeper.items
  return length > LONG && length >= found.items.length * TIMES_LONGER
}

interface Nested {
  readonly value: object
  readonly path: readonly string[]
}

const listsOf = ({ value, path }: Nested): readonly MainList[] =>
  Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    Array.isArray(item) && item.length > 0 ? [{ items: item, path: [...path, key] }] : [],
  )

const objectsIn = ({ value, path }: Nested): readonly Nested[] =>
  Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    isObject(item) ? [{ value: item, path: [...path, key] }] : [],
  )

/** `value` with another list in place of the one at `path`; without `items`, the list is removed. */
export function withList(
  value: unknown,
  [key, ...path]: readonly string[],
  items?: readonly unknown[],
): unknown {
  if (key === undefined) return items
  const parent = value as Record<string, unknown>
  if (path.length === 0 && items === undefined) {
    return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key))
  }
  return Object.fromEntries(
    Object.entries(parent).map(([name, item]) => [
      name,
      name === key ? withList(item, path, items) : item,
    ]),
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof ExactNumber)

const totals = new WeakMap<object, number>()

/** The same list or object, marked as a part of one with `total` entries. */
export function asPartOf<T extends object>(part: T, total: number): T {
  totals.set(part, total)
  return part
}

/** The total number of entries; `undefined` if it is not marked as a part. */
export const totalOf = (value: object): number | undefined => totals.get(value)
