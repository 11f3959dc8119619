// What is put into a client's configuration file, and what is needed to take exactly that out again. Plain
// data: it is written to disk between an install and its undoing.

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** `member` sets the value at a path of keys; `element` adds one to the list there. */
export interface Put {
  readonly kind: 'member' | 'element'
  readonly path: readonly string[]
  readonly value: Json
  /** Somebody else's value in the place stays, whether it was there before ours or took its place since. */
  readonly unlessTaken?: boolean
}

export interface Undo extends Put {
  /** So many of the path's last keys were made by the put: without them the rest would be left empty. */
  readonly madeKeys: number
  /** The put had to add a comma after what stood last. */
  readonly madeComma: boolean
  /** The text of the value that the put replaced. */
  readonly replaced?: string
}

export interface PutResult {
  readonly text: string
  /** Absent when it was there already. */
  readonly undo?: Undo
}

export interface ConfigFormat {
  /** Throws `config_unreadable` when the text cannot be parsed or has something else in the place. */
  put(text: string, put: Put): PutResult
  /** Returns the text unchanged when what was put is no longer there. */
  take(text: string, undo: Undo): string
  parse(text: string): unknown
}

export function sameJson(a: unknown, b: unknown): boolean {
  // Of TOML's numbers one is not itself.
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) =>
    Object.hasOwn(b, key)
      ? sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key])
      : false,
  )
}

/** The value with the put in it, as parsed data: what the edited text must say. */
export function withPut(root: unknown, { kind, path, value }: Put): unknown {
  const [key, ...rest] = path
  if (key === undefined) return kind === 'member' ? value : [...((root as Json[]) ?? []), value]
  const object = (root ?? {}) as Readonly<Record<string, unknown>>
  return { ...object, [key]: withPut(object[key], { kind, path: rest, value }) }
}

export const valueAt = (root: unknown, path: readonly string[]): unknown => {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}

export const lineEnding = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/** Of a position in a text, for people. */
export const lineOf = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length
