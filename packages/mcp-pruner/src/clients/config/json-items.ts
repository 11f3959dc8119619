// Adds an item to a JSON object or list, or removes one, without touching any other byte: comments, order,
// indentation and trailing commas stay as they are.
import { createScanner, type Node } from 'jsonc-parser'
import { lineEnding } from './config-edit.js'

/** From the parser's `SyntaxKind`, a const enum, which does not exist at run time. */
const COMMA = 5
const LINE_BREAK = 14
const END_OF_TEXT = 17

export interface InsertedItem {
  readonly text: string
  readonly madeComma: boolean
}

/** `write` makes the item's text: on one line, or over several with this indentation. */
export type WriteItem = (indent: string | undefined, unit: string, eol: string) => string

export function insertItem(
  text: string,
  container: Node,
  write: WriteItem,
  unit: string,
): InsertedItem {
  const eol = lineEnding(text)
  const close = container.offset + container.length - 1
  const last = container.children?.at(-1)
  if (!last) return { text: intoEmpty(text, container, close, write, unit, eol), madeComma: false }

  const after = last.offset + last.length
  const { comma, lineBreak } = trivia(text, after, close)
  const isOneLine = !text.slice(container.offset, close).includes('\n')
  if (isOneLine) {
    const at = comma === undefined ? after : comma + 1
    const item = `${comma === undefined ? ', ' : ' '}${write(undefined, unit, eol)}`
    return { text: splice(text, at, at, item), madeComma: comma === undefined }
  }
  const indent = indentOf(text, last.offset) ?? `${lineIndent(text, container.offset)}${unit}`
  const item = `${eol}${indent}${write(indent, unit, eol)}`
  // After the comment on the previous item, not between the two.
  const at = Math.max(lineBreak ?? after, comma === undefined ? 0 : comma + 1)
  const withItem = splice(text, at, at, item)
  return {
    text: comma === undefined ? splice(withItem, after, after, ',') : withItem,
    madeComma: comma === undefined,
  }
}

function intoEmpty(
  text: string,
  container: Node,
  close: number,
  write: WriteItem,
  unit: string,
  eol: string,
): string {
  const base = lineIndent(text, container.offset)
  const indent = base + unit
  const item = `${eol}${indent}${write(indent, unit, eol)}`
  const inner = text.slice(container.offset + 1, close)
  const isOneLine = !text.trim().includes('\n') && text.trim().length > 2
  if (isOneLine) {
    // There may be a comment where there is no item.
    const lead = inner.trim() === '' ? '' : ' '
    const end = container.offset + 1 + inner.trimEnd().length
    return splice(text, end, lead === '' ? close : end, lead + write(undefined, unit, eol))
  }
  const newline = /\r?\n[ \t]*$/.exec(inner)
  if (newline) {
    const at = container.offset + 1 + newline.index
    return splice(text, at, at, item)
  }
  return splice(
    text,
    close - (inner.length - inner.trimEnd().length),
    close,
    `${item}${eol}${base}`,
  )
}

export function removeItem(text: string, container: Node, item: Node, madeComma: boolean): string {
  const items = container.children ?? []
  const index = items.indexOf(item)
  const before = items[index - 1]
  const next = items[index + 1]
  const close = container.offset + container.length - 1
  const end = item.offset + item.length
  const comma = trivia(text, end, next?.offset ?? close).comma
  const from = startOfGap(text, item.offset)
  const to = comma === undefined ? end : comma + 1
  const without = splice(text, from, to, '')
  if (items.length === 1) return collapsed(without, container.offset, close - (to - from))
  if (!before || next || comma !== undefined || !madeComma) return without
  // Ours was the last: the comma before it goes too.
  const leading = trivia(text, before.offset + before.length, item.offset).comma
  return leading === undefined || leading >= from
    ? without
    : splice(without, leading, leading + 1, '')
}

/** A container with nothing but the item becomes empty again; a comment in it stays. */
function collapsed(text: string, open: number, close: number): string {
  return text.slice(open + 1, close).trim() === '' ? splice(text, open + 1, close, '') : text
}

/** White space before an item belongs to it: up to and including the line break, or up to the previous token. */
function startOfGap(text: string, offset: number): number {
  let from = offset
  while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from -= 1
  if (text[from - 1] !== '\n') return from
  return text[from - 2] === '\r' ? from - 2 : from - 1
}

/** The first comma and the first line break between two positions, ignoring comments. */
function trivia(text: string, from: number, to: number) {
  const scanner = createScanner(text, false)
  scanner.setPosition(from)
  let comma: number | undefined
  let lineBreak: number | undefined
  for (let kind: number = scanner.scan(); scanner.getTokenOffset() < to; kind = scanner.scan()) {
    if (kind === END_OF_TEXT) break
    if (kind === COMMA) comma ??= scanner.getTokenOffset()
    if (kind === LINE_BREAK) lineBreak ??= scanner.getTokenOffset()
  }
  return { comma, lineBreak }
}

/** The indentation of the line that this position begins; `undefined` in the middle of a line. */
function indentOf(text: string, offset: number): string | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const before = text.slice(lineStart, offset)
  return /^[ \t]*$/.test(before) ? before : undefined
}

function lineIndent(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? ''
}

export const splice = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to)

/** One step of this file's indentation. */
export function indentUnit(text: string, root: Node): string {
  const first = root.children?.[0]
  const indent = first ? indentOf(text, first.offset) : undefined
  return indent || '  '
}
