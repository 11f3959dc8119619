// Which list of an answer its reader is after: the one rule for what a question chooses from and for what
// an envelope shows as its items.
import { ExactNumber } from './exact-json.js'

export interface MainList {
  readonly items: readonly unknown[]
  /** The keys that lead to it; none when the answer is the list. */
  readonly path: readonly string[]
}

/** How far below the answer it is looked for: `{data: {page: {rows: […]}}}`. */
const LEVELS = 3

/** The answer itself, else the longest list of the highest level that has one. */
export function mainList(value: unknown): MainList | undefined {
  if (Array.isArray(value)) return { items: value, path: [] }
  let longest: MainList | undefined
  for (const list of mainLists(value)) {
    if (list.items.length > (longest?.items.length ?? 0)) longest = list
  }
  return longest
}

/** All lists of the highest level that has one with anything in it: the main one and those beside it. */
export function mainLists(value: unknown): readonly MainList[] {
  if (Array.isArray(value)) return [{ items: value, path: [] }]
  let level: readonly { readonly value: object; readonly path: readonly string[] }[] = isObject(
    value,
  )
    ? [{ value, path: [] }]
    : []
  for (let depth = 0; depth < LEVELS && level.length > 0; depth++) {
    const members = level.flatMap(({ value: parent, path }) =>
      Object.entries(parent).map(([key, item]) => ({
        value: item as unknown,
        path: [...path, key],
      })),
    )
    const lists = members.flatMap(({ value: item, path }) =>
      Array.isArray(item) && item.length > 0 ? [{ items: item, path }] : [],
    )
    if (lists.length > 0) return lists
    level = members.flatMap(({ value: item, path }) =>
      isObject(item) ? [{ value: item, path }] : [],
    )
  }
  return []
}

/** `value` with another list in the place of the one at `path`; without `items`, the list is left out. */
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
