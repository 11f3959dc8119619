// Of a diff, *which files changed?* is answered by the names of all its files: some of them would pass for all.

import type { ScoringInput } from '../types.js'

const filePattern = /(?:diff --git |new file mode |deleted file mode |rename (?:from|to) )/y
/** What is left of the chances of everything else. */
const OTHERWISE = 0.02

/** In place: where the files of a diff are asked for and nothing else, their names are certain. */
export function markChangedFiles(
  { question, family, split, checkDeadline }: ScoringInput,
  chances: Float32Array,
  certain: Uint8Array,
): void {
  if (family !== 'diff' || !question.isForChangedFiles) return
  for (let i = 0; i < split.count; i++) {
    if ((i & 1023) === 0) checkDeadline()
    filePattern.lastIndex = split.starts[i]!
    if (filePattern.test(split.text)) certain[i] = 1
    chances[i]! *= OTHERWISE
  }
}
