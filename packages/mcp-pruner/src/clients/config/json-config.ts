// JSON, with or without comments and trailing commas, edited in place.

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { AppError } from '../../errors/app-error.js'
import {
  type ConfigEdit,
  type ConfigFormat,
  type EditResult,
  type Json,
  lineEnding,
  lineOf,
  refuseDeepNesting,
  sameJson,
  type Undo,
  valueAt,
  withEdit,
} from './config-edit.js'
import { indentUnit, insertItem, removeItem, splice, type WriteItem } from './json-items.js'

const BOM = '\uFEFF'

export const jsonConfig: ConfigFormat = { add, remove, parse: (text) => parseWhole(text).value }

function add(original: string, wanted: ConfigEdit): EditResult {
  const { text, prefix, value, root } = parseWhole(original)
  const old = valueAt(value, wanted.path)
  if (isThere(old, wanted)) return { text: original }
  if (!root) {
    const nested = nest(wanted.path, wanted.kind === 'element' ? [wanted.value] : wanted.value)
    const madeKeys = wanted.path.length
    const undo = { ...wanted, madeKeys, madeComma: false }
    return { text: `${prefix}${JSON.stringify(nested, null, 2)}\n`, undo }
  }
  const edited = edit(text, root, wanted, old)
  const says = parseWhole(edited.text).value
  if (!sameJson(says, withEdit(value, wanted))) {
    throw new AppError('config_unreadable', `${wanted.path.join('.')} appears more than once`)
  }
  return { text: prefix + edited.text, undo: edited.undo }
}

const isThere = (old: unknown, { kind, value }: ConfigEdit): boolean =>
  kind === 'member'
    ? sameJson(old, value)
    : Array.isArray(old) && old.some((element) => sameJson(element, value))

function edit(
  text: string,
  root: Node,
  wanted: ConfigEdit,
  old: unknown,
): { text: string; undo: Undo } {
  const { kind, path, value } = wanted
  const unit = indentUnit(text, root)
  const depth = deepest(root, path)
  const node = findNodeAtLocation(root, path.slice(0, depth)) ?? root
  const madeKeys = path.length - depth
  if (kind === 'member' && madeKeys === 0 && old !== undefined) {
    const replaced = text.slice(node.offset, node.offset + node.length)
    const indent =
      /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', node.offset - 1) + 1))?.[0] ?? ''
    const by = written(value, indent, unit, lineEnding(text))
    const edited = splice(text, node.offset, node.offset + node.length, by)
    return { text: edited, undo: { ...wanted, madeKeys: 0, madeComma: false, replaced } }
  }
  if (kind === 'element' && madeKeys === 0) {
    expectType(node, 'array', path)
    const write: WriteItem = (indent, step, eol) => written(value, indent, step, eol)
    const { text: edited, madeComma } = insertItem(text, node, write, unit)
    return { text: edited, undo: { ...wanted, madeKeys: 0, madeComma } }
  }
  expectType(node, 'object', path.slice(0, depth))
  const [key = '', ...rest] = path.slice(depth)
  const inner = nest(rest, kind === 'element' ? [value] : value)
  const write: WriteItem = (indent, step, eol) =>
    `${JSON.stringify(key)}: ${written(inner, indent, step, eol)}`
  const { text: edited, madeComma } = insertItem(text, node, write, unit)
  return { text: edited, undo: { ...wanted, madeKeys, madeComma } }
}

/** How many keys of the path exist. */
function deepest(root: Node, path: readonly string[]): number {
  let depth = path.length
  while (depth > 0 && !findNodeAtLocation(root, path.slice(0, depth))) depth -= 1
  return depth
}

function expectType(node: Node, type: 'object' | 'array', path: readonly string[]): void {
  if (node.type === type) return
  const place = path.length === 0 ? 'the file' : path.join('.')
  throw new AppError(
    'config_unreadable',
    `${place} is not ${type === 'array' ? 'a list' : 'an object'}`,
  )
}

function remove(original: string, undo: Undo): string {
  const { text, prefix, root } = parseWhole(original)
  if (!root) return original
  const { kind, path, value, madeKeys, madeComma, replaced } = undo
  const node = findNodeAtLocation(root, [...path])
  if (!node) return original
  if (kind === 'member' && replaced !== undefined) {
    return prefix + splice(text, node.offset, node.offset + node.length, replaced)
  }
  if (kind === 'element') {
    const element = node.children?.find((child) => sameJson(getNodeValue(child), value))
    if (!element) return original
    if (madeKeys === 0 || (node.children?.length ?? 0) > 1) {
      return prefix + removeItem(text, node, element, madeComma)
    }
  }
  return prefix + removeMade(text, root, path, Math.max(1, madeKeys), madeComma)
}

/** Removes the outermost key that was added and contains nothing else. */
function removeMade(
  text: string,
  root: Node,
  path: readonly string[],
  madeKeys: number,
  madeComma: boolean,
): string {
  let depth = path.length
  while (depth > path.length - madeKeys + 1) {
    const parent = findNodeAtLocation(root, path.slice(0, depth - 1))
    if ((parent?.children?.length ?? 0) > 1) break
    depth -= 1
  }
  const item = findNodeAtLocation(root, path.slice(0, depth))?.parent
  return item?.parent ? removeItem(text, item.parent, item, madeComma) : text
}

interface Whole {
  readonly prefix: string
  readonly text: string
  readonly value: unknown
  /** Absent for an empty file. */
  readonly root: Node | undefined
}

function parseWhole(original: string): Whole {
  const prefix = original.startsWith(BOM) ? BOM : ''
  const text = original.slice(prefix.length)
  if (text.trim() === '') return { prefix, text, value: undefined, root: undefined }
  refuseDeepNesting(text)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error || !root) {
    const what = error ? printParseErrorCode(error.error) : 'InvalidSymbol'
    const line = lineOf(text, error?.offset ?? 0)
    throw new AppError('config_unreadable', `it is not valid JSON (${what} in line ${line})`)
  }
  expectType(root, 'object', [])
  return { prefix, text, root, value: parse(text, [], { allowTrailingComma: true }) as unknown }
}

const nest = (path: readonly string[], value: Json): Json =>
  path.toReversed().reduce<Json>((inner, key) => ({ [key]: inner }), value)

function written(value: Json, indent: string | undefined, unit: string, eol: string): string {
  if (indent === undefined) return JSON.stringify(value)
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}
