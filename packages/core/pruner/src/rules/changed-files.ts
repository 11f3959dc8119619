// Of a diff, *which files changed?* is answered by the names of all its files: some of them would pass for all.

import { matchesAt } from '../text/line-kinds.js'
import type { Rule } from './rule.js'

const filePattern = /(?:diff --git |new file mode |deleted file mode |rename (?:from|to) )/y
/** What is left of the chances of everything else. */
const OTHERWISE = 0.02

export const changedFiles: Rule = {
  name: 'changed-files',
  families: ['diff'],
  questions: 'direct',
  does: 'Makes the names of all files certain where they are asked for and nothing else.',
  effect: ({ input: { question, split, checkDeadline } }) => {
    if (!question.isForChangedFiles) return undefined
    const certain: number[] = []
    for (let i = 0; i < split.count; i++) {
      if ((i & 1023) === 0) checkDeadline()
      if (matchesAt(filePattern, split.text, split.starts[i]!)) certain.push(i)
    }
    return { factors: OTHERWISE, certain }
  },
}
