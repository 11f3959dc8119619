// Passed entries and their details: irrelevant to a question about failures.
import type { Deadline } from '../deadline.js'
import { plainLine } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'
import { isPassedEntry } from '../text/passed-entries.js'

/** An entry is recognised by its beginning. */
export const ENTRY_CHARS = 300

/** 1 for a line of an entry that passed. */
export function passedLines(split: SplitText, deadline: Deadline): Uint8Array {
  const passed = new Uint8Array(split.count)
  let block = -1
  for (let i = 0; i < split.count; i++) {
    const text = plainLine(split, i, ENTRY_CHARS)
    deadline.spend(text.length + 64)
    const indent = text.length - text.trimStart().length
    const isPassed = isPassedEntry(text)
    // The YAML block of a TAP entry is right below it, indented deeper.
    const isDetail = block >= 0 && indent > block && /^\s+(?:---|\.\.\.|[\w-]+:)/.test(text)
    if (isPassed) block = indent
    else if (!isDetail) block = -1
    if (isPassed || isDetail) passed[i] = 1
  }
  return passed
}
