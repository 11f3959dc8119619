// Entries that passed: nobody who asks what fails needs them, nor the details under them.

import type { Deadline } from '../deadline.js'
import { Protection } from '../evidence/levels.js'
import type { Question } from '../question/question.js'
import { plainText } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'
import { isPassedEntry } from '../text/passed-entries.js'

const LONGEST_LINE = 300

/** In place: lines of entries that passed lose their chances, unless they are evidence. */
export function quietenPassed(
  split: SplitText,
  question: Question,
  levels: Uint8Array,
  chances: Float32Array,
  deadline: Deadline,
): void {
  const left = question.asks('failures') ? 0 : SELDOM
  let block = -1
  for (let i = 0; i < split.count; i++) {
    const from = split.starts[i]!
    deadline.spend(Math.min(LONGEST_LINE, split.ends[i]! - from) + 64)
    const text = plainText(split.text.slice(from, Math.min(split.ends[i]!, from + LONGEST_LINE)))
    const indent = text.length - text.trimStart().length
    const isPassed = isPassedEntry(text)
    // The YAML block of a TAP entry stands right below it, indented deeper.
    const isDetail = block >= 0 && indent > block && /^\s+(?:---|\.\.\.|[\w-]+:)/.test(text)
    if (isPassed) block = indent
    else if (!isDetail) block = -1
    if (!isPassed && !isDetail) continue
    if (levels[i]! < Protection.Forbidden) levels[i] = Protection.None
    chances[i]! *= left
  }
}
/** What is left of their chances where the question may be about them after all. */
const SELDOM = 0.02
