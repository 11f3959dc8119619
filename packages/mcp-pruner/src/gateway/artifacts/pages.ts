// A long text in pages that put together give the text back, character for character.
import { endOfPart } from '../result/wire-size.js'

/** Where page `number` (1-based) starts and ends; `undefined` beyond the last. */
export function pageBounds(
  text: string,
  number: number,
  maxBytes: number,
): { readonly start: number; readonly end: number } | undefined {
  let start = 0
  for (let page = 1; start < text.length || page === 1; page++) {
    const end = pageEnd(text, start, maxBytes)
    if (page === number) return { start, end }
    start = end
  }
  return undefined
}

export function countPages(text: string, maxBytes: number): number {
  let pages = 0
  for (let at = 0; at < text.length || pages === 0; pages++) at = pageEnd(text, at, maxBytes)
  return pages
}

/** The end of a line where one is near; never inside a character. */
function pageEnd(text: string, start: number, maxBytes: number): number {
  const end = endOfPart(text, start, maxBytes)
  if (end >= text.length) return text.length
  const lineEnd = text.lastIndexOf('\n', end - 1) + 1
  return lineEnd > start + (end - start) / 2 ? lineEnd : end
}

/** Where line `number` (1-based) starts; the length of the text when it has fewer lines. */
export function lineStart(text: string, number: number): number {
  let at = 0
  for (let line = 1; line < number; line++) {
    const newline = text.indexOf('\n', at)
    if (newline === -1) return text.length
    at = newline + 1
  }
  return at
}
