// The closing line of a pruned answer: how much is missing and how to have it back; and why an answer that is
// larger than anybody asked for was not pruned.
import type { PruningMetadata } from '@jeeves/contracts'

const NOT_VERBATIM =
  '[not verbatim: the external pruner returned lines that are not in the original]'
const NOT_KEPT = 'they could not be kept: for all lines, call again without a question'

const TOO_LARGE =
  '[not pruned: it is larger than PRUNER_MAX_INPUT_BYTES; ask for a range of lines, or search]'

export function notesFor(pruning: PruningMetadata): readonly string[] {
  const { original_lines: lines, pruned_lines: cut, prune_id: id, remarks = [] } = pruning
  if (pruning.reason === 'too_large') return [TOO_LARGE]
  if (!pruning.applied || (cut === 0 && remarks.length === 0)) return []
  const altered = pruning.verbatim === false ? [NOT_VERBATIM] : []
  const amount =
    cut === undefined ? `pruned, ${lines} lines in full` : `${cut} of ${lines} lines cut`
  const wayBack = id === undefined ? NOT_KEPT : `recover_text prune_id=${id}`
  return [...altered, `[${[...(cut === 0 ? [] : [amount]), ...remarks, wayBack].join('; ')}]`]
}
