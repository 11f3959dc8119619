// Finds the text of `result` in one JSON-RPC response, without parsing it again, and duplicate members:
// a parser uses the last of those, while the first would be sent.

import { stringEnd } from '@jeeves/mcp-runtime'
import { type JsonStructure, structureAt, unescaped } from './json-structure.js'

const QUOTE = 0x22
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

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
    const span = isContainerAt(line, start) ? structureAt(line, start) : undefined
    const end = span?.end ?? scalarEnd(line, start)
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

/** A number, `true`, `false` or `null`. */
const SCALAR = /[^,}\s]*/y

function scalarEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return stringEnd(text, at) + 1
  SCALAR.lastIndex = at
  SCALAR.test(text)
  return SCALAR.lastIndex
}
