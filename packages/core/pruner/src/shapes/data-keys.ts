// The keys of YAML, JSON, TOML and INI as a tree, each with its content.
import { type Asking, lineOf } from './answer.js'

export interface DataKey {
  readonly name: string
  readonly line: number
  readonly indent: number
  /** The last line of its content. */
  readonly end: number
  readonly parent: DataKey | undefined
  readonly children: readonly DataKey[]
}

const COMMENT = /^\s*(?:#|;|\/\/)/
const CLOSER = /^\s*[\]}]+,?\s*$/
/** Compact JSON has no space after the colon. */
const KEY =
  /^(\s*)(?:- )?(?:"((?:[^"\\]|\\.){1,120})"\s*(?::(?!:)|=(?!=))|(?:'([^'\n]{1,120})'|([^\s"'#:=[\]{},](?:[^:="'#\n]|:(?=[^\s/])|(?<=\.)"[^"\n]{0,60}"){0,100}?))\s*(?::(?=\s|$)|=(?!=)))/
const SECTION =
  /^[ \t]*\[{1,2}[ \t]*(?=[^\s"'\d{])([^\]\n]{1,120}?)[ \t]*\]{1,2}[ \t]*(?:[#;].*)?\r?$/
/** Sections contain all keys up to the next one. */
const SECTION_INDENT = -1

/** `keepalive_timeout 75s;` and `location / {` of servers, `port 6379` of others. */
const DIRECTIVE = /^(\s*)()()([A-Za-z][\w.-]*(?: [^\n;]{1,80}(?=\{))?)(?:[ \t]+\S[^\n]*?)?[{;]?\s*$/
/** Where so few lines are keys of another form, directives are. */
const FEW_KEYS = 0.1

/** All keys, in the order of the text. */
export function keysOf(asking: Asking): DataKey[] {
  const keys = keysBy(asking, KEY)
  if (keys.length > FEW_KEYS * asking.split.count || asking.family !== 'data') return keys
  const directives = keysBy(asking, DIRECTIVE)
  return directives.length > keys.length ? directives : keys
}

function keysBy({ split, structure, checkDeadline }: Asking, pattern: RegExp): DataKey[] {
  const keys: DataKey[] = []
  const open: { indent: number; end: number; children: DataKey[] }[] = []
  let last = -1
  const close = (indent: number) => {
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop()!.end = last
  }
  const add = (name: string, line: number, indent: number) => {
    const parent = open.at(-1) as DataKey | undefined
    const key = { name, line, indent, end: line, parent, children: [] }
    open.at(-1)?.children.push(key)
    keys.push(key)
    open.push(key)
  }
  for (let i = 0; i < split.count; i++) {
    if ((i & 255) === 0) checkDeadline()
    const indent = structure.indents[i]!
    const line = indent < 0 ? '' : lineOf(split, i)
    if (line === '' || COMMENT.test(line)) continue
    const section = SECTION.exec(line)?.[1]
    const isItem = /^\s*- /.test(line)
    const depth = isItem ? indent + 1 : indent
    // In YAML a list under a key may have the key's own depth.
    const least = isItem || CLOSER.test(line) ? indent + 0.5 : depth
    close(section === undefined ? least : SECTION_INDENT)
    // The bracket that closes a list belongs to its key.
    last = i
    const match = section === undefined ? pattern.exec(line) : null
    if (section !== undefined) add(section.replaceAll(/["']/g, ''), i, SECTION_INDENT)
    else if (match) add((match[2] || match[3] || match[4])?.trim() ?? '', i, depth)
  }
  close(SECTION_INDENT)
  return keys
}

/** The keys around one, innermost first. */
export function ancestorsOf({ parent }: DataKey): DataKey[] {
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)]
}
