// Finds the text of `result` in one JSON-RPC response, without parsing it again, and duplicate members:
// a parser uses the last of those, while the first would be sent.

import { type JsonStructure, stringEnd, structureAt, unescaped } from './json-structure.js'

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export interface TopLevel {
  /** The exact text of the member `result`. */
  readonly result: string | undefined
  /** Of a result that is a list or an object. */
  readonly structure: JsonStructure | undefined
  /** The name of a duplicate member. */
  readonly duplicate: string | undefined
}

/** `line` is a valid JSON object. */
export function readTopLevel(line: string): TopLevel {
  let at = skipSpace(line, 0) + 1
  const names = new Set<string>()
  let result: string | undefined
  let structure: JsonStructure | undefined
  let duplicate: string | undefined
  for (;;) {
    at = skipSpace(line, at)
    if (line.charCodeAt(at) !== QUOTE) return { result, structure, duplicate }
    const nameEnd = stringEnd(line, at)
    const name = unescaped(line.slice(at + 1, nameEnd))
    if (names.has(name)) duplicate ??= name
    names.add(name)
    const start = skipSpace(line, skipSpace(line, nameEnd + 1) + 1)
    const span =
      name === 'result' && isContainerAt(line, start) ? structureAt(line, start) : undefined
    const end = span?.end ?? skipValue(line, start)
    if (name === 'result' && result === undefined) {
      result = line.slice(start, end)
      structure = span
    }
    at = skipSpace(line, end)
    if (line[at] !== ',') return { result, structure, duplicate }
    at++
  }
}

function isContainerAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit === OPEN_OBJECT || unit === OPEN_LIST
}

function skipSpace(text: string, at: number): number {
  let i = at
  while (i < text.length && text.charCodeAt(i) <= 0x20) i++
  return i
}

function skipValue(text: string, at: number): number {
  let depth = 0
  let i = at
  while (i < text.length) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) {
      i = stringEnd(text, i) + 1
      if (depth === 0) return i
      continue
    }
    if (unit === OPEN_OBJECT || unit === OPEN_LIST) depth++
    else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
      if (depth === 0) return i
      depth--
      if (depth === 0) return i + 1
    } else if (depth === 0 && (unit === COMMA || unit <= 0x20)) return i
    i++
  }
  return i
}
