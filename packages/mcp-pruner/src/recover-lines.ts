// Ranges of lines out of a text that was kept.
import type { LineRange } from '@jeeves/contracts'

export type RecoveredLines =
  | { readonly text: string; readonly ranges: LineRange[] }
  | { readonly problem: string }

/** Lines keep their own endings; `end_line` is brought back to the last line; no ranges means all lines. */
export function recoverLines(
  text: string,
  ranges: readonly LineRange[],
  withNumbers: boolean,
): RecoveredLines {
  const starts = lineStarts(text)
  const count = starts.length - 1
  const wanted = ranges.length > 0 ? ranges : [{ start_line: 1, end_line: Math.max(1, count) }]
  const clamped: LineRange[] = []
  let recovered = ''
  for (const { start_line, end_line } of wanted) {
    const place = `start_line=${start_line}, end_line=${end_line}`
    if (start_line < 1 || end_line < start_line) {
      return { problem: `${place}: use 1 <= start_line <= end_line` }
    }
    if (start_line > Math.max(1, count)) {
      return { problem: `${place}: the text has ${count} lines` }
    }
    const last = Math.max(1, Math.min(end_line, count))
    clamped.push({ start_line, end_line: last })
    // The last line of a text may lack its end; what follows still begins on a line of its own.
    if (recovered !== '' && !recovered.endsWith('\n')) recovered += '\n'
    const sliceOf = (from: number, to: number) => text.slice(starts[from - 1], starts[to])
    if (!withNumbers) recovered += sliceOf(start_line, last)
    else for (let n = start_line; n <= last; n++) recovered += `${n}│ ${sliceOf(n, n)}`
  }
  return { text: recovered, ranges: clamped }
}

/** Where each line begins, and behind them the end of the text. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  if (starts.at(-1) !== text.length) starts.push(text.length)
  return starts
}
