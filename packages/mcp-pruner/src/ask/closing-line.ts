// The closing line of a pruned answer, whoever reads it: how much is missing, what else there is to know, and how
// to recover it. It also says why an answer larger than anybody asked for was not pruned.
import type { PruningMetadata } from '@jeeves/contracts'

export interface ClosingOptions {
  /** How the reader recovers lines: by a tool call (default), a command at a prompt, either, or otherwise. */
  readonly recoverBy?: 'tool' | 'command' | 'either' | 'none' | undefined
  /** Lines that are only pointed at, because the reader holds them already. */
  readonly repeatedLines?: number | undefined
  /** What returns everything the next time. */
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
  const said = [...cutsAndRemarks(pruning), ...repeated]
  if (said.length === 0) return []
  const altered = pruning.verbatim === false ? [NOT_VERBATIM] : []
  const hint = rawHint === undefined ? [] : [rawHint]
  const { prune_id: id } = pruning
  const recovery = recoverBy === 'none' || id === undefined ? [] : [recoveryOf(id, recoverBy)]
  return [...altered, `[${[...said, ...recovery, ...hint].join('; ')}]`]
}

/** Of data, of which items are missing and not lines. */
export const closingOfData = (told: string, id: string): string =>
  `[${told}; all: ${recoveryOf(id, 'tool')}]`

/** Empty where nothing was cut. */
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
