// What an install adds to a client's configuration file, and what is needed to remove exactly that. Plain
// data: it is written to disk between install and uninstall.
import { AppError } from '../../errors/app-error.js'

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

/** `member` sets the value at a path of keys; `element` adds one to the list there. */
export interface ConfigEdit {
  readonly kind: 'member' | 'element'
  readonly path: readonly string[]
  readonly value: Json
  /** Another value in that place is kept, whether it was there before ours or replaced it since. */
  readonly unlessTaken?: boolean
}

export interface Undo extends ConfigEdit {
  /** How many of the path's last keys were added: without them an empty rest would stay behind. */
  readonly madeKeys: number
  /** A comma had to be added after the previous item. */
  readonly madeComma: boolean
  /** The text of the replaced value. */
  readonly replaced?: string
}

export interface EditResult {
  readonly text: string
  /** Absent if it was there already. */
  readonly undo?: Undo
}

export interface ConfigFormat {
  /** Throws `config_unreadable` if the text cannot be parsed or has an incompatible value there. */
  add(text: string, edit: ConfigEdit): EditResult
  /** Returns the text unchanged if the added value is no longer there. */
  remove(text: string, undo: Undo): string
  parse(text: string): unknown
}

export function sameJson(a: unknown, b: unknown): boolean {
  // TOML has a number that does not equal itself: NaN.
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

/** The parsed value with the addition, to which the edited text must parse. */
export function withEdit(root: unknown, { kind, path, value }: ConfigEdit): unknown {
  const [key, ...rest] = path
  if (key === undefined) return kind === 'member' ? value : [...((root as Json[]) ?? []), value]
  const object = (root ?? {}) as Readonly<Record<string, unknown>>
  return { ...object, [key]: withEdit(object[key], { kind, path: rest, value }) }
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

/** A position in a text, for people. */
export const lineOf = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length

/** Far beyond any real configuration, far below what a parser can take. */
const DEEPEST = 500

/** A YAML list may nest on one line: `- - - a`. */
const NESTED_ITEMS = new RegExp(`^[ \\t]*(?:[-?][ \\t]+){${DEEPEST + 1}}`, 'm')

/**
 * Parsers call themselves for each level, and one that runs out of stack ends the process.
 * Brackets inside strings count too: nobody has that many, and a file that is refused is only left alone.
 */
export function refuseDeepNesting(text: string): void {
  let open = 0
  let deepest = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1)
    deepest = Math.max(deepest, open)
  }
  if (deepest > DEEPEST || NESTED_ITEMS.test(text)) {
    throw new AppError('config_unreadable', `it is nested more than ${DEEPEST} levels deep`)
  }
}
