// The one rule for error lines, for code that cuts a text without the engine.
import { Deadline } from '../deadline.js'
import { type SplitText, splitText } from '../text/lines.js'
import { unitsOf } from '../text/units.js'
import { indexWords } from '../text/words.js'
import { Evidence } from './evidence.js'
import { suspectLines } from './suspects.js'

/** Parts of a text that are treated as its lines: the first character of each, and one past its last. */
export interface LineSpans {
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Returns for each line (0-based) whether it reports a failure. */
export function evidenceLines(text: string, spans?: LineSpans): (line: number) => boolean {
  const split = spans ? splitAt(text, spans) : splitText(text)
  const suspects = suspectLines(split)
  if (suspects.length === 0) return () => false
  const part = linesOf(split, suspects)
  const words = indexWords(part, new Deadline(undefined, undefined))
  const evidence = new Evidence(part, words, split.count)
  const found = new Set(suspects.filter((_, i) => evidence.has(i)))
  return (line) => found.has(line)
}

function splitAt(text: string, { starts, ends }: LineSpans, units = unitsOf(text)): SplitText {
  const bounds = new Int32Array(starts.length + 1)
  bounds.set(starts)
  bounds[starts.length] = text.length
  return { text, units, count: starts.length, starts: bounds, ends }
}

/** Some lines of a text, treated as all of it. */
function linesOf({ text, units, starts, ends }: SplitText, lines: readonly number[]): SplitText {
  const spans = {
    starts: Int32Array.from(lines, (line) => starts[line]!),
    ends: Int32Array.from(lines, (line) => ends[line]!),
  }
  return splitAt(text, spans, units)
}
