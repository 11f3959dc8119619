// Of a diff, *which files changed?* is answered by the names of all its files: some of them would pass for all.

import { goalTerms, isDirectQuestion } from '../question/goal.js'
import { wordsOf } from '../text/words.js'
import type { ScoringInput } from '../types.js'

const ASKED = new Set(
  wordsOf(
    `file files change changed changes modify modified touch touched edit edited affect affected add added
    delete deleted remove removed rename renamed create created update updated alter altered commit diff patch
    path paths name names list show many number new`,
  ),
)
const filePattern = /(?:diff --git |new file mode |deleted file mode |rename (?:from|to) )/y
/** What is left of the chances of everything else. */
const OTHERWISE = 0.02

/** In place: where the files of a diff are asked for and nothing else, their names are certain. */
export function markChangedFiles(
  { goal, family, split, checkDeadline }: ScoringInput,
  chances: Float32Array,
  certain: Uint8Array,
): void {
  if (family !== 'diff' || !isDirectQuestion(goal) || !/\bfiles?\b/i.test(goal)) return
  if (!goalTerms(goal).every((term) => ASKED.has(term))) return
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    filePattern.lastIndex = split.starts[i]!
    if (filePattern.test(split.text)) certain[i] = 1
    chances[i]! *= OTHERWISE
  }
}
