// A message without its numbers, paths and quoted names: two lines of one kind tell a reader
// as much as one of them and a count.

import type { Deadline } from '../deadline.js'
import { plainLine } from '../text/ansi.js'
import type { SplitText } from '../text/lines.js'
import { Protection } from './levels.js'
import type { Protected } from './protect.js'

/** A message is compared by its beginning. */
export const MESSAGE_CHARS = 400

export function messageKind(split: SplitText, line: number): string {
  return plainLine(split, line, MESSAGE_CHARS)
    .replaceAll(/(["'`])(?:(?!\1).){0,200}\1/g, '"')
    .replaceAll(/[\w.@~-]*[/\\][\w./\\@~-]*|[\w-]+\.[a-z]{1,5}(?=[:(])/gi, '/')
    .replaceAll(/0x[\da-f]+|\b[\da-f]{7,}\b|\d+/gi, '0')
    .trim()
}

// Errors and failures are cut only for a bound, and then counted: how many are like others that are shown,
// and how many are not.

export interface EvidenceCounts {
  readonly shown: number
  /** Cut, and of the same kind as one that is shown. */
  readonly folded: number
  /** Cut, with nothing like it shown. */
  readonly dropped: number
}

export function countEvidence(
  split: SplitText,
  { levels, repeats }: Protected,
  kept: Uint8Array,
  deadline: Deadline,
): EvidenceCounts {
  const shown: number[] = []
  const cut: number[] = []
  for (let i = 0; i < kept.length; i++) {
    if ((i & 1023) === 0) deadline.spend(2048)
    if (levels[i] !== Protection.Evidence) continue
    if (kept[i] === 1) shown.push(i)
    else if (repeats[i] === 0) cut.push(i)
  }
  if (cut.length === 0) return { shown: shown.length, folded: 0, dropped: 0 }
  const kindOf = (line: number): string => {
    deadline.spend(256)
    return messageKind(split, line)
  }
  const kinds = new Set(shown.map(kindOf))
  const folded = cut.filter((line) => kinds.has(kindOf(line))).length
  return { shown: shown.length, folded, dropped: cut.length - folded }
}
