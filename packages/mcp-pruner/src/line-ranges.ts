// Lines of a kept text by their numbers, without splitting the text: it may be large, the ranges are few.
import type { LineRange } from '@jeeves/contracts'

export type LinesOutcome =
  | { readonly ok: true; readonly text: string }
  /** `index` names the range that begins after the last line. */
  | {
      readonly ok: false
      readonly reason: 'past_the_end'
      readonly index: number
      readonly maxLine: number
    }
  | { readonly ok: false; readonly reason: 'too_much'; readonly maxChars: number }

/** Ranges may overlap, so what they add up to has a bound of its own. */
const MAX_CHARS = 33_554_432
const NUMBER_CHARS = 10

/**
 * The ranges in their order, one after the other. Lines keep their endings, except that a range's last
 * line has none and the next range begins on a new line. An end past the last line stops there.
 */
export function linesIn(
  text: string,
  ranges: readonly LineRange[],
  numbered: boolean,
): LinesOutcome {
  const starts = findStarts(
    text,
    ranges.flatMap(({ start_line, end_line }) => [start_line, end_line + 1]),
  )
  const parts: string[] = []
  let budget = MAX_CHARS
  for (const [index, { start_line, end_line }] of ranges.entries()) {
    const from = starts.at(start_line)
    if (from === undefined && !(text === '' && start_line === 1)) {
      return { ok: false, reason: 'past_the_end', index, maxLine: starts.lineCount }
    }
    const part = text.slice(from, starts.at(end_line + 1)).replace(/\r?\n$/, '')
    const lines = Math.min(end_line, starts.lineCount) - start_line + 1
    budget -= part.length + (numbered ? lines * NUMBER_CHARS : 0)
    if (budget < 0) return { ok: false, reason: 'too_much', maxChars: MAX_CHARS }
    parts.push(numbered && text !== '' ? withNumbers(part, start_line) : part)
  }
  return { ok: true, text: parts.join('\n') }
}

function withNumbers(part: string, firstLine: number): string {
  let line = firstLine
  return `${line}│ ${part.replaceAll('\n', () => `\n${++line}│ `)}`
}

/** Where the lines wanted begin, found in one pass. */
function findStarts(text: string, wanted: readonly number[]) {
  const offsets = new Map<number, number>()
  const isWanted = new Set(wanted)
  let line = 0
  for (let at = 0; at < text.length; ) {
    line += 1
    if (isWanted.has(line)) offsets.set(line, at)
    const newline = text.indexOf('\n', at)
    at = newline === -1 ? text.length : newline + 1
  }
  return { lineCount: line, at: (number: number) => offsets.get(number) }
}
