// The closing line of a pruned answer: how much is missing, other remarks, and how to recover it. It also explains
// why an unusually large answer was not pruned.
import type { PruningMetadata } from '@jeeves/contracts'

export interface ClosingOptions {
  /** How the reader recovers lines: a tool call (default), a shell command, either, or something else. */
  readonly recoverBy?: 'tool' | 'command' | 'either' | 'none' | undefined
  /** Lines replaced by a reference, because the reader already has them. */
  readonly repeatedLines?: number | undefined
  /** How to get everything next time. */
  readonly rawHint?: string | undefined
}

const NOT_VERBATIM =
  '[not verbatim: the external pruner returned lines that are not in the original]'
const NOT_KEPT = '[not pruned: what would be cut could not be kept for recovery]'

const TOO_LARGE =
  '[not pruned: it is larger than PRUNER_MAX_INPUT_BYTES; ask for a range of lines, or search]'

export function closingLines(
  pruning: PruningMetadata,
  { recoverBy = 'tool', rawHint, repeatedLines }: ClosingOptions = {},
): readonly string[] {
  if (pruning.reason === 'too_large') return [TOO_LARGE]
  if (pruning.error?.code === 'recovery_unavailable') return [NOT_KEPT]
  const repeated =
    repeatedLines === undefined
      ? []
      : [`${repeatedLines} of ${pruning.original_lines} lines repeated`]
  const notes = [...cutsAndRemarks(pruning), ...repeated]
  if (notes.length === 0) return []
  const altered = pruning.verbatim === false ? [NOT_VERBATIM] : []
  const hint = rawHint === undefined ? [] : [rawHint]
  const { prune_id: id } = pruning
  const recovery = recoverBy === 'none' || id === undefined ? [] : [recoveryOf(id, recoverBy)]
  return [...altered, `[${[...notes, ...recovery, ...hint].join('; ')}]`]
}

/** For data: items are missing, not lines. */
export const closingOfData = (cutsNote: string, id: string): string =>
  `[${cutsNote}; all: ${recoveryOf(id, 'tool')}]`

/** How much of a text its closing line says is shown; `whole` without such a line. */
export type ShownPart = 'whole' | 'cut' | 'repeats marked'

const SAYS_CUT =
  /\[[^\n]*\b(?:\d+ of \d+ lines (?:cut|not shown)\b|only \d+ of \d+ (?:items|members|lines)\b[^\n]* shown)/
const SAYS_REPEATED = /\[[^\n]*\b\d+ of \d+ lines repeated\b/
/** A client may add lines of its own after ours. */
const MAX_CLOSING_CHARS = 1000

export function shownPartOf(text: string, lookAtChars = MAX_CLOSING_CHARS): ShownPart {
  const end = text.slice(-lookAtChars)
  if (SAYS_REPEATED.test(end)) return 'repeats marked'
  return SAYS_CUT.test(end) ? 'cut' : 'whole'
}

/** Empty if nothing was cut. */
export function cutsAndRemarks(pruning: PruningMetadata): readonly string[] {
  const { applied, original_lines: lines, pruned_lines: cut, remarks = [] } = pruning
  if (!applied || (cut === 0 && remarks.length === 0)) return []
  if (cut === undefined) return [`pruned, ${lines} lines in full`, ...remarks]
  return [...(cut === 0 ? [] : [`${cut} of ${lines} lines cut`]), ...remarks]
}

function recoveryOf(id: string, recoverBy: 'tool' | 'command' | 'either'): string {
  const command = `mcp-pruner recover ${id}`
  if (recoverBy === 'command') return command
  const tool = `recover_text prune_id=${id}`
  return recoverBy === 'tool' ? tool : `${tool}, or ${command} FROM-TO`
}
