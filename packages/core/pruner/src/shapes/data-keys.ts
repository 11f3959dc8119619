// The keys of YAML, JSON, TOML and INI, each with its content.
import { type Asking, lineOf } from './answer.js'

export interface DataKey {
  readonly name: string
  readonly line: number
  readonly indent: number
  /** The last line of its content. */
  readonly end: number
  readonly parent: number
}

const KEY =
  /^(\s*)(?:- )?(?:"((?:[^"\\]|\\.){1,120})"|'([^'\n]{1,120})'|([^\s"'#:=[\]{},][^:="'#\n]{0,100}?))\s*(?::(?=\s|$)|=(?!=))/
const SECTION = /^[ \t]*\[{1,2}[ \t]*(?=\S)([^\]\n]{1,120}?)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\r?$/

export function keysOf({ split, structure, checkDeadline }: Asking): DataKey[] {
  const keys: { name: string; line: number; indent: number; end: number; parent: number }[] = []
  const open: number[] = []
  const close = (indent: number, line: number) => {
    while (open.length > 0 && keys[open.at(-1)!]!.indent >= indent) keys[open.pop()!]!.end = line
  }
  let last = -1
  let section = -1
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const indent = structure.indents[i]!
    if (indent < 0) continue
    const line = lineOf(split, i)
    if (/^\s*(?:#|;|\/\/)/.test(line)) continue
    const header = SECTION.exec(line)
    if (header && !/^\s*\[\s*["'\d{]/.test(line)) {
      close(-2, last)
      if (section >= 0) keys[section]!.end = last
      open.length = 0
      section = keys.length
      keys.push({
        name: header[1]!.replaceAll(/["']/g, ''),
        line: i,
        indent: -1,
        end: split.count - 1,
        parent: -1,
      })
      open.push(section)
      last = i
      continue
    }
    const isItem = /^\s*- /.test(line)
    const depth = isItem ? indent + 1 : indent
    const match = KEY.exec(line)
    // In YAML a list under a key may have the key's own depth.
    close(isItem ? indent + 0.5 : depth, last)
    last = /^\s*[\]}]+,?\s*$/.test(line) ? last : i
    if (match === null) continue
    const name = match[2] ?? match[3] ?? match[4] ?? ''
    keys.push({ name, line: i, indent: depth, end: i, parent: open.at(-1) ?? -1 })
    open.push(keys.length - 1)
  }
  close(-2, last)
  return keys
}
