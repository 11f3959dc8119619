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
  const picker = new Picker(new Set(fields.filter(isName)), keepsPlaces)
  const paths = fields.filter((field) => !isName(field)).map(pathOf)
  const picked = picker.pick(value, paths)
  if (picked === undefined) return undefined
  const missing = fields.filter((field) => !picker.found.has(field))
  return { value: picked, missing, left: picker.left }
}

const isName = (field: string): boolean => !field.startsWith('/')

/** A JSON pointer, and what is left of it inside a part. */
interface Path {
  readonly field: string
  readonly keys: readonly string[]
}

class Picker {
  readonly found = new Set<string>()
  left = 0
  readonly #names: ReadonlySet<string>
  readonly #keepsPlaces: boolean

  constructor(names: ReadonlySet<string>, keepsPlaces: boolean) {
    this.#names = names
    this.#keepsPlaces = keepsPlaces
  }

  /** What is wanted of a part; `undefined` if nothing is. */
  pick(part: unknown, paths: readonly Path[]): unknown {
    if (Array.isArray(part)) return this.#items(part, paths)
    if (!isFields(part) || part instanceof ExactNumber) return undefined
    const members = Object.entries(part).flatMap(([key, member]) => {
      const picked = this.#member(key, member, paths)
      return picked === undefined ? [] : [[key, picked] as const]
    })
    return members.length > 0 ? Object.fromEntries(members) : undefined
  }

  #items(items: readonly unknown[], paths: readonly Path[]): unknown {
    const picked = items.map((item, i) =>
      this.pick(
        item,
        // An item's number may be left out.
        paths.map((path) => inside(path, String(i)) ?? path),
      ),
    )
    if (picked.every((item) => item === undefined)) return undefined
    const shown = picked
      .map((item, i) => item ?? (this.#keepsPlaces && isFields(items[i]) ? {} : undefined))
      .filter((item) => item !== undefined)
    this.left += items.length - shown.length
    return shown
  }

  #member(key: string, member: unknown, paths: readonly Path[]): unknown {
    const reaching = paths.flatMap((path) => inside(path, key) ?? [])
    const whole = reaching.filter(({ keys }) => keys.length === 0).map(({ field }) => field)
    if (this.#names.has(key)) whole.push(key)
    for (const field of whole) this.found.add(field)
    return whole.length > 0 ? member : this.pick(member, reaching)
  }
}

/** The rest of a path that leads into the part of this name or number. */
const inside = ({ field, keys: [first, ...keys] }: Path, key: string): Path | undefined =>
  first === key || first === '*' ? { field, keys } : undefined

function pathOf(field: string): Path {
  try {
    return { field, keys: parsePointer(field) }
  } catch (error) {
    if (error instanceof PointerError) return { field, keys: [field] }
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
