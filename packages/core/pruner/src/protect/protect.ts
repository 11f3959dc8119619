// Which lines must survive whatever the goal, and how dearly: selection gives up the cheapest first, and
// only when a budget or nothing else allows it.
import type { Deadline } from '../deadline.js'
import type { SplitText } from '../split/lines.js'
import type { Structure } from '../split/structure.js'
import type { SourceType } from '../types.js'
import { protectCode } from './code.js'
import { protectDocs } from './docs.js'
import { protectLogs } from './logs.js'

export const Protection = {
  None: 0,
  /** A signature or heading that may enclose nothing kept. */
  Outline: 1,
  /** Imports and the file's header. */
  Preamble: 2,
  /** A line beside evidence. */
  Context: 3,
  /** Errors and failures. */
  Evidence: 4,
  /** Between the directives that forbid pruning. */
  Forbidden: 5,
} as const

export interface Protected {
  readonly levels: Uint8Array
  /** Lines that only repeat evidence shown before and after them. */
  readonly repeats: Uint8Array
}

export function protect(
  split: SplitText,
  structure: Structure,
  sourceType: SourceType,
  deadline: Deadline,
): Protected {
  const levels = new Uint8Array(split.count)
  const repeats = new Uint8Array(split.count)
  if (sourceType === 'code') protectCode(split, structure, levels)
  else if (sourceType === 'docs') protectDocs(structure, levels)
  else protectLogs(split, levels, repeats, deadline)
  forbid(split, levels, repeats)
  return { levels, repeats }
}

const BEGIN = '⟦NO_PRUNE_BEGIN⟧'
const END = '⟦NO_PRUNE_END⟧'

/** A block that is never closed protects to the end of the text: doubt keeps lines. */
function forbid(split: SplitText, levels: Uint8Array, repeats: Uint8Array): void {
  if (!split.text.includes(BEGIN)) return
  const lineOf = lineFinder(split)
  let at = split.text.indexOf(BEGIN)
  while (at !== -1) {
    const close = split.text.indexOf(END, at)
    const first = lineOf(at)
    const last = close === -1 ? split.count - 1 : lineOf(close)
    for (let line = first; line <= last; line++) {
      levels[line] = Protection.Forbidden
      repeats[line] = 0
    }
    at = close === -1 ? -1 : split.text.indexOf(BEGIN, close)
  }
}

/** The line of an offset; offsets are asked for in ascending order. */
function lineFinder(split: SplitText): (offset: number) => number {
  let line = 0
  return (offset) => {
    while (split.starts[line + 1]! <= offset) line++
    return line
  }
}
