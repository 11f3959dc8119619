// TOML edited in place: our tables are appended to the file and removed as whole lines;
// every edit is checked by parsing its result.

import { parse, stringify, TomlError } from 'smol-toml'
import { AppError } from '../../errors/app-error.js'
import {
  type ConfigEdit,
  type ConfigFormat,
  type EditResult,
  type Json,
  lineEnding,
  refuseDeepNesting,
  sameJson,
  type Undo,
  valueAt,
  withEdit,
} from './config-edit.js'

const BOM = '\uFEFF'

/** What to do about a way of writing that is not edited. */
const AS_TABLES = 'write each server as a table of its own, [mcp_servers.NAME], and try again'

export const tomlConfig: ConfigFormat = {
  // A mark at the start of the file is no part of its first line.
  add: (text, wanted) => {
    const mark = text.startsWith(BOM) ? BOM : ''
    const result = add(text.slice(mark.length), wanted)
    return { ...result, text: mark + result.text }
  },
  remove: (text, undo) => {
    const mark = text.startsWith(BOM) ? BOM : ''
    return mark + remove(text.slice(mark.length), undo)
  },
  parse: parseToml,
}

function add(text: string, wanted: ConfigEdit): EditResult {
  const before = parseToml(text)
  const { path } = wanted
  const old = valueAt(before, path)
  if (sameJson(old, wanted.value)) return { text }
  const expected = withEdit(before, wanted)
  const replaced = old === undefined ? undefined : ownLines(text, path)
  const base = replaced === undefined ? text : without(text, path)
  const candidates = [appended(base, wanted), ...intoInlineTable(base, wanted)]
  const edited = candidates.find((candidate) => says(candidate, expected))
  if (edited === undefined) {
    throw new AppError(
      'config_unreadable',
      `${path.join('.')} is written in a way that cannot be added to`,
      { hint: AS_TABLES },
    )
  }
  const undo = { ...wanted, madeKeys: 1, madeComma: false, ...(replaced && { replaced }) }
  return { text: edited, undo }
}

function remove(text: string, { path, replaced }: Undo): string {
  const before = parseToml(text)
  if (valueAt(before, path) === undefined) return text
  // The table around it may have existed before, and then stays, empty.
  const expected = [withoutKey(before, path, true), withoutKey(before, path, false)]
  const candidates = [without(text, path), outOfInlineTable(text, path.at(-1) ?? '')]
  const edited = candidates.find((candidate) => expected.some((one) => says(candidate, one)))
  if (edited === undefined) {
    throw new AppError(
      'config_unreadable',
      `${path.join('.')} is written in a way that cannot be taken out`,
      { hint: AS_TABLES },
    )
  }
  return replaced === undefined ? edited : joinedBlocks(edited, replaced)
}

const appended = (text: string, { path, value }: ConfigEdit): string =>
  joinedBlocks(text, rendered(path, value, lineEnding(text)))

function joinedBlocks(text: string, block: string): string {
  const eol = lineEnding(text)
  if (text.trim() === '') return text + block
  return `${text}${text.endsWith('\n') ? '' : eol}${eol}${block}`
}

/** Tables of plain values, then their subtables: an order in which each header appears once. */
function rendered(path: readonly string[], value: Json, eol: string): string {
  const nested = path.toReversed().reduce<Json>((inner, key) => ({ [key]: inner }), value)
  return `${stringify(nested).trim().replaceAll('\n', eol)}${eol}`
}

/** `mcp_servers = { other = {…} }` on one line: no further table of that name may follow it. */
function intoInlineTable(text: string, { path, value }: ConfigEdit): string[] {
  const [table, key, ...deeper] = path
  if (table === undefined || key === undefined || deeper.length > 0) return []
  const line = inlineLine(text, table)
  if (!line) return []
  const close = line.index + line[0].lastIndexOf('}')
  const isEmpty = /\{\s*\}/.test(line[0])
  return [
    `${text.slice(0, close).trimEnd()}${isEmpty ? '' : ','} ${inlineKey(key)} = ${inline(value)} ${text.slice(close)}`,
  ]
}

const inlineKey = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key))

/** JSON's strings, numbers and lists are TOML's too. */
function inline(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value as Readonly<Record<string, Json>>)
  return `{ ${members.map(([key, inner]) => `${inlineKey(key)} = ${inline(inner)}`).join(', ')} }`
}

function outOfInlineTable(text: string, key: string): string {
  // We wrote it, so its format is known: up to the brace before the table's own closing brace.
  const item = new RegExp(`,? ${escaped(inlineKey(key))} = \\{.*\\}(?= \\})`)
  return text.replace(item, '')
}

const inlineLine = (text: string, table: string): RegExpExecArray | null =>
  new RegExp(`^[ \\t]*${escaped(table)}[ \\t]*=[ \\t]*\\{.*\\}[ \\t]*(?:#.*)?$`, 'm').exec(text)

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The ranges of lines of `[path]` and `[path.…]` tables. */
function stretches(text: string, path: readonly string[]): { from: number; to: number }[] {
  const key = path.map(
    (part) => `\\s*(?:${escaped(part)}|"${escaped(part)}"|'${escaped(part)}')\\s*`,
  )
  const ours = new RegExp(`^\\s*\\[{1,2}${key.join('\\.')}(?:\\.[^\\]]*)?\\]`)
  const headers = [...withoutLongStrings(text).matchAll(/^[ \t]*\[{1,2}[^\n]*$/gm)]
  const found: { from: number; to: number }[] = []
  for (const [index, header] of headers.entries()) {
    if (!ours.test(header[0])) continue
    const to = headers[index + 1]?.index ?? text.length
    const last = found.at(-1)
    if (last?.to === header.index) last.to = to
    else found.push({ from: header.index, to })
  }
  return found
}

/** A line in a long string may look like a header. */
const withoutLongStrings = (text: string): string =>
  text.replaceAll(/"""[\s\S]*?"""|'''[\s\S]*?'''/g, (found) => found.replaceAll(/[^\n]/g, ' '))

function ownLines(text: string, path: readonly string[]): string | undefined {
  const found = stretches(text, path).map(({ from, to }) => ownPart(text, from, to))
  return found.length === 0 ? undefined : found.join('').trimEnd() + lineEnding(text)
}

/** Without the comments and blank lines before the next table, which are that table's own. */
const ownPart = (text: string, from: number, to: number): string => {
  const part = text.slice(from, to)
  return to === text.length
    ? part
    : part.replace(/(?:[ \t]*(?:#[^\r\n]*)?\r?\n)+$/, lineEnding(text))
}

function without(text: string, path: readonly string[]): string {
  let rest = text
  for (const { from, to } of stretches(text, path).toReversed()) {
    const isLast = to === text.length
    const head = rest.slice(0, from)
    // The blank line before it goes too.
    const before = isLast ? head.replace(/(\r?\n)\r?\n$/, '$1') : head
    rest = before + rest.slice(from + ownPart(text, from, to).length).replace(/^\r?\n/, '')
  }
  return rest
}

function says(text: string, expected: unknown): boolean {
  try {
    return sameJson(parseToml(text), expected)
  } catch {
    return false
  }
}

function withoutKey(
  root: unknown,
  [key, ...rest]: readonly string[],
  keepsEmpty: boolean,
): unknown {
  if (key === undefined) return undefined
  const { [key]: inner, ...others } = root as Readonly<Record<string, unknown>>
  if (rest.length === 0) return others
  const left = withoutKey(inner, rest, keepsEmpty) as object
  return Object.keys(left).length === 0 && !keepsEmpty ? others : { ...others, [key]: left }
}

function parseToml(text: string): Readonly<Record<string, unknown>> {
  refuseDeepNesting(text)
  try {
    return parse(text.startsWith(BOM) ? text.slice(1) : text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    const place = error instanceof TomlError ? ` (line ${error.line})` : ''
    throw new AppError('config_unreadable', `it is not valid TOML${place}`, { cause: error })
  }
}
