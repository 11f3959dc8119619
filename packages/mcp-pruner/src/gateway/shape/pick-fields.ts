// Keeps of data only the fields that were asked for: by name, wherever they stand, or by JSON pointer, where
// an item's number may be left out (`/rows/name`) or be `*`.
import { ExactNumber, PointerError, parsePointer } from '@jeeves/mcp-runtime'
import { isFields } from '../../rpc/message.js'
import { noteMembers } from '../shrink/note.js'
import type { ShapeContext } from './shape-context.js'

export interface Picked {
  readonly value: unknown
  /** Fields that are nowhere in the data. */
  readonly missing: readonly string[]
  /** How many items of lists have none of the fields, and are left out. */
  readonly left: number
}

/**
 * `undefined` when none of the fields is there: then everything is better than nothing. With `keepsPlaces`, an object
 * of a list stays, without members, so that what was counted by its place is still there.
 */
export function pickFields(
  value: unknown,
  fields: readonly string[],
  keepsPlaces = false,
): Picked | undefined {
  const found = new Set<string>()
  let left = 0
  const names = new Set(fields.filter((field) => !field.startsWith('/')))
  const paths = fields
    .filter((field) => field.startsWith('/'))
    .map((field) => ({ field, keys: keysOf(field) }))
  const kept = walk(value, paths)
  if (found.size === 0 || kept === undefined) return undefined
  return { value: kept, missing: fields.filter((field) => !found.has(field)), left }

  function walk(item: unknown, open: typeof paths): unknown {
    if (Array.isArray(item)) {
      const items = item.map((entry, i) =>
        walk(
          entry,
          open.map((path) => skipped(path, String(i))),
        ),
      )
      if (items.every((entry) => entry === undefined)) return undefined
      const there = items.flatMap((entry, i) => {
        const empty = keepsPlaces && isFields(item[i]) ? {} : undefined
        return (entry ?? empty) === undefined ? [] : [entry ?? empty]
      })
      left += items.length - there.length
      return there
    }
    if (!isFields(item) || item instanceof ExactNumber) return undefined
    const members: [string, unknown][] = []
    for (const [key, member] of Object.entries(item)) {
      const [done, further] = follow(open, key)
      if (names.has(key)) found.add(key)
      for (const { field } of done) found.add(field)
      const picked = names.has(key) || done.length > 0 ? member : walk(member, further)
      if (picked !== undefined) members.push([key, picked])
    }
    return members.length > 0 ? Object.fromEntries(members) : undefined
  }

  function follow(open: typeof paths, key: string): [typeof paths, typeof paths] {
    const on = open.flatMap(({ field, keys: [first, ...keys] }) =>
      first === key || first === '*' ? [{ field, keys }] : [],
    )
    return [on.filter(({ keys }) => keys.length === 0), on.filter(({ keys }) => keys.length > 0)]
  }
}

/** An item's number, or `*` for any, is taken off where the pointer has one. */
const skipped = (path: { field: string; keys: string[] }, index: string) => {
  const [first, ...keys] = path.keys
  return first === index || first === '*' ? { ...path, keys } : path
}

function keysOf(field: string): string[] {
  try {
    return parsePointer(field)
  } catch (error) {
    if (error instanceof PointerError) return [field]
    throw error
  }
}

/** `undefined`: the schema allows no value without the other fields, or none that says so. */
export async function fieldsWithNote(
  picked: unknown,
  whole: unknown,
  { ref, note }: { readonly ref: string; readonly note: string },
  { outputSchema, schemas }: ShapeContext,
): Promise<unknown> {
  if (Array.isArray(picked) && !outputSchema) return [...(picked as unknown[]), note]
  if (!isFields(picked) || !isFields(whole)) return undefined
  for (const members of noteMembers(note, ref, [], whole)) {
    const withNote = { ...picked, ...members }
    if (!outputSchema || (await schemas.isValid(outputSchema, withNote))) return withNote
  }
  return undefined
}
