// Which lines must survive whatever the goal.
import type { Deadline } from '../deadline.js'
import { lineFinder, type SplitText } from '../text/lines.js'
import { isSettingsName } from '../text/source-type.js'
import type { PruneRequest, ScoringInput } from '../types.js'
import { Protection } from './levels.js'
import { protectLogs } from './logs.js'
import { protectCode, protectHeadings } from './outline.js'
import { isPassedRun, isSummary, passedLines } from './passed.js'
import type { FoldedWarnings } from './warnings.js'

export interface Protected {
  /** One `Protection` per line. */
  readonly levels: Uint8Array
  /** For a line that only repeats evidence shown before and after it, the number of its group; otherwise 0. */
  readonly repeats: Int32Array
  /** Warnings that are like others, if they may be cut. */
  readonly warnings?: FoldedWarnings
  /** 1 for a line of a passed entry, if these may be cut. */
  readonly passed?: Uint8Array
}

/** In an answer, repeats, warnings of one kind and passed entries may be cut; in a condensed text they stay. */
export function protect(
  { mode, directives = false }: Pick<PruneRequest, 'mode' | 'directives'>,
  input: ScoringInput,
  deadline: Deadline,
): Protected {
  const { split, words, structure, sourceType, family, question, call, fileName = '' } = input
  const isCondensed = mode === 'condense'
  const levels = new Uint8Array(split.count)
  const repeats = new Int32Array(split.count)
  let warnings: FoldedWarnings | undefined
  if (sourceType === 'code') protectCode(split, structure, levels, deadline)
  else if (sourceType === 'docs') protectHeadings(structure, levels, deadline)
  else if (!isSettingsName(fileName)) {
    const called = call === undefined ? {} : { context: call }
    const askedWarnings = question.asks('warnings') ? 'all' : new Set(question.specific)
    const logs = { keepsRepeats: isCondensed, askedWarnings, family, ...called } as const
    warnings = protectLogs(split, words, structure, levels, repeats, logs, deadline)
  }
  if (directives) forbid(split, levels, repeats)
  const found = { levels, repeats, ...(warnings === undefined ? {} : { warnings }) }
  if (family !== 'test' || isCondensed || question.asks('passed')) return found
  const passed = isPassedRun(split) ? printedLines(split) : passedLines(split, deadline)
  for (let i = 0; i < levels.length; i++)
    if (passed[i] === 1 && levels[i]! < Protection.Forbidden) levels[i] = Protection.None
  return { ...found, passed }
}

/** In a passed run, only its summary is evidence. */
function printedLines(split: SplitText): Uint8Array {
  const printed = new Uint8Array(split.count).fill(1)
  for (let i = 0; i < split.count; i++) if (isSummary(split, i)) printed[i] = 0
  return printed
}

const BEGIN = '⟦NO_PRUNE_BEGIN⟧'
const END = '⟦NO_PRUNE_END⟧'

/** A block that is never closed protects to the end of the text: when in doubt, keep more. */
function forbid(split: SplitText, levels: Uint8Array, repeats: Int32Array): void {
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
