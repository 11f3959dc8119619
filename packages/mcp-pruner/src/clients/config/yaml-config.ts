// YAML edited in place: an item is spliced into the text of a list, or the list is appended to the file;
// every edit is checked by parsing its result.

import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from 'yaml'
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
  withEdit,
} from './config-edit.js'

/** The one word that needs no quotes. */
const SERVER_NAME = 'pruner'

export const yamlConfig: ConfigFormat = { add, remove, parse: (text) => parseYaml(text).toJS() }

function add(text: string, wanted: ConfigEdit): EditResult {
  const document = parseYaml(text)
  const [key = ''] = wanted.path
  const list = document.get(key)
  const before: unknown = document.toJS() ?? {}
  const items: unknown = (before as Record<string, unknown>)[key]
  if (wanted.kind !== 'element' || wanted.path.length !== 1) {
    throw new AppError('config_unreadable', 'only items of a list can be added to YAML')
  }
  if (Array.isArray(items) && items.some((item) => sameJson(item, wanted.value))) return { text }
  const older = Array.isArray(items)
    ? items.find((item) => sameName(item, wanted.value))
    : undefined
  if (older !== undefined) return replace(text, wanted, older as Json)
  const { edited, madeKeys } = inserted(text, document, key, list, wanted.value)
  if (!says(edited, withEdit(before, wanted))) {
    throw new AppError('config_unreadable', `${key} is written in a way that cannot be added to`)
  }
  return { text: edited, undo: { ...wanted, madeKeys, madeComma: false } }
}

/** One of the same name is ours from an earlier version, or the user's own: it is restored when ours is removed. */
function replace(text: string, wanted: ConfigEdit, older: Json): EditResult {
  const place = itemPlace(text, wanted.path[0] ?? '', older)
  if (!place) throw new AppError('config_unreadable', `${wanted.path.join('.')} cannot be replaced`)
  const replaced = text.slice(place.from, place.to)
  const base = text.slice(0, place.from) + text.slice(place.to)
  const result = add(base, wanted)
  return result.undo ? { text: result.text, undo: { ...result.undo, replaced } } : result
}

const sameName = (item: unknown, value: Json): boolean =>
  typeof item === 'object' &&
  item !== null &&
  'name' in item &&
  item.name === (value as { readonly name?: string }).name

function inserted(text: string, document: Document, key: string, list: unknown, value: Json) {
  const eol = lineEnding(text)
  if (isSeq(list) && list.items.length > 0 && !list.flow) {
    const at = endOfLine(text, lastContent(text, list))
    const dash = dashColumn(text, list)
    return { edited: splice(text, at, eol + blockItem(value, dash, eol)), madeKeys: 0 }
  }
  if (isSeq(list) && list.range) {
    const close = text.lastIndexOf(']', list.range[1])
    const lead = list.items.length > 0 ? ', ' : ''
    return { edited: splice(text, close, lead + JSON.stringify(value)), madeKeys: 0 }
  }
  if (isEmptyValue(list) && document.has(key)) {
    // `null` and `~` mean the same as the bare key.
    const line = new RegExp(`^(${key}[ \\t]*:)(?:[ \\t]+(?:null|~))?([^\\n\\r]*)`, 'm').exec(text)
    const [whole = '', name = '', rest = ''] = line ?? []
    const at = line?.index ?? text.length
    const written = `${name}${rest}${eol}${blockItem(value, '  ', eol)}`
    return { edited: text.slice(0, at) + written + text.slice(at + whole.length), madeKeys: 0 }
  }
  if (document.has(key)) throw new AppError('config_unreadable', `${key} is not a list`)
  const lead = text === '' || text.endsWith('\n') ? '' : eol
  const block = `${lead}${key}:${eol}${blockItem(value, '  ', eol)}${eol}`
  return { edited: text + block, madeKeys: 1 }
}

const isEmptyValue = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && node.value === null)

/** JSON scalars, lists and maps are valid YAML: no quoting rules are needed. */
function blockItem(value: Json, dash: string, eol: string): string {
  const lines = Object.entries(value as Readonly<Record<string, Json>>).map(
    ([key, inner]) => `${key}: ${inner === SERVER_NAME ? SERVER_NAME : JSON.stringify(inner)}`,
  )
  return `${dash}- ${lines.join(`${eol}${dash}  `)}`
}

function remove(text: string, { path, value, madeKeys, replaced }: Undo): string {
  const [key = ''] = path
  const place = itemPlace(text, key, value)
  if (!place) return text
  const edited = text.slice(0, place.from) + text.slice(place.to)
  if (replaced !== undefined) return splice(edited, place.from, replaced)
  if (madeKeys === 0 || place.others > 0) return edited
  return edited.replace(new RegExp(`^${key}:[ \\t]*\\r?\\n?`, 'm'), '')
}

/** The lines of a list item, or its part of a line in a flow list. */
function itemPlace(text: string, key: string, value: Json) {
  const list = parseYaml(text).get(key)
  if (!isSeq(list)) return undefined
  const index = list.items.findIndex((item) => isMap(item) && sameJson(item.toJSON(), value))
  const item = list.items[index]
  if (!isMap(item) || !item.range) return undefined
  const others = list.items.length - 1
  const [start, end] = item.range
  if (list.flow) {
    const lead = /,[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0
    const tail = lead === 0 ? (/^[ \t]*,[ \t]*/.exec(text.slice(end))?.[0].length ?? 0) : 0
    return { from: start - lead, to: end + tail, others }
  }
  const from = text.lastIndexOf('\n', start - 1) + 1
  const last = end - (text.slice(start, end).length - text.slice(start, end).trimEnd().length)
  const lineEnd = endOfLine(text, last)
  const newline = /^\r?\n/.exec(text.slice(lineEnd))?.[0].length
  if (newline !== undefined) return { from, to: lineEnd + newline, others }
  // The last line of a file without a final newline: the line break before it was added with it.
  const lead = /\r?\n$/.exec(text.slice(0, from))?.[0].length ?? 0
  return { from: from - lead, to: lineEnd, others }
}

function lastContent(text: string, list: YAMLSeq): number {
  const [start, end] = list.range ?? [0, text.length]
  return start + text.slice(start, end).trimEnd().length
}

function dashColumn(text: string, list: YAMLSeq): string {
  const start = list.range?.[0] ?? 0
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
}

function endOfLine(text: string, at: number): number {
  const found = /\r?\n/.exec(text.slice(at))
  return found ? at + found.index : text.length
}

const splice = (text: string, at: number, more: string): string =>
  text.slice(0, at) + more + text.slice(at)

function says(text: string, expected: unknown): boolean {
  const document = parseDocument(text)
  return document.errors.length === 0 && sameJson(document.toJS(), expected)
}

function parseYaml(text: string): Document {
  refuseDeepNesting(text)
  const document = parseDocument(text)
  const [error] = document.errors
  if (error?.code === 'MULTIPLE_DOCS')
    throw new AppError('config_unreadable', 'it holds several documents')
  if (error) {
    const line = error.linePos?.[0].line
    const place = line === undefined ? '' : ` (line ${line})`
    throw new AppError('config_unreadable', `it is not valid YAML${place}`, { cause: error })
  }
  if (document.contents !== null && !isMap(document.contents)) {
    throw new AppError('config_unreadable', 'it does not hold settings by name')
  }
  return document
}
