// The one rule for error lines, for code that cuts a text without the engine.
import { Deadline } from '../deadline.js'
import { type SplitText, splitText } from '../text/lines.js'
import { indexWords } from '../text/words.js'
import { evidenceFinder } from './evidence.js'
import { suspectLines } from './suspects.js'

/** Returns for each line (0-based) whether it reports a failure. */
export function evidenceLines(text: string): (line: number) => boolean {
  const split = splitText(text)
  const suspects = suspectLines(split)
  const part = linesOf(split, suspects)
  const words = indexWords(part, new Deadline(undefined, undefined))
  const isEvidence = evidenceFinder(part, words, split.count)
  const found = new Set(suspects.filter((_, i) => isEvidence(i)))
  return (line) => found.has(line)
}

/** Some lines of a text, treated as all of it. */
function linesOf({ text, units, starts, ends }: SplitText, lines: readonly number[]): SplitText {
  return {
    text,
    units,
    count: lines.length,
    starts: Int32Array.from([...lines.map((line) => starts[line]!), text.length]),
    ends: Int32Array.from(lines, (line) => ends[line]!),
  }
}
