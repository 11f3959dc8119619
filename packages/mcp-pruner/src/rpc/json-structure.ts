// The structure of a JSON text, read without recursion in linear time: how deep it nests, and whether
// an object in it has a member twice, which parsers resolve differently.

import { stringEnd } from '@jeeves/mcp-runtime'

const QUOTE = 0x22

/** Deeper than this, JSON parsers run out of stack. */
export const MAX_LEVELS = 1000

export interface JsonStructure {
  readonly levels: number
  readonly hasDuplicateNames: boolean
}

export interface JsonSpan extends JsonStructure {
  /** One past the last character of the value. */
  readonly end: number
}

/** `json` is valid. */
export const structureOf = (json: string): JsonStructure => structureAt(json, 0)

/** Of the list or object that begins at `start`, after spaces; `json` is valid. */
export function structureAt(json: string, start: number): JsonSpan {
  /** The names so far in each open object; none in a list. */
  const open: (Set<string> | undefined)[] = []
  let isName = false
  let levels = 0
  let hasDuplicateNames = false
  for (let i = start; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (unit === QUOTE) {
      const end = stringEnd(json, i)
      const names = open.at(-1)
      if (names && isName) {
        const name = unescaped(json.slice(i + 1, end))
        hasDuplicateNames ||= names.has(name)
        names.add(name)
      }
      isName = false
      i = end
    } else if (unit === 0x7b || unit === 0x5b) {
      levels = Math.max(levels, open.push(unit === 0x7b ? new Set() : undefined))
      isName = true
    } else if (unit === 0x7d || unit === 0x5d) {
      open.pop()
      if (open.length === 0) return { levels, hasDuplicateNames, end: i + 1 }
    } else if (unit === 0x2c) isName = true
  }
  return { levels, hasDuplicateNames, end: json.length }
}

/** A name may contain escapes. */
export const unescaped = (text: string): string =>
  text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text
