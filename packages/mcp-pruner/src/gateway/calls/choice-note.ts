// Says in an answer from which a question chose how much of it is missing and where that is.
import type { PruningMetadata } from '@jeeves/contracts'
import { formatArtifactRef } from '@jeeves/mcp-runtime'
import { cutsAndRemarks } from '../../ask/closing-line.js'
import { AppError } from '../../errors/app-error.js'
import type { Fields } from '../../rpc/message.js'
import { PRUNE_DOMAIN } from '../../store/recovery.js'
import { textBlock, withBlock } from '../shape/blocks.js'
import { SentValue } from '../shape/sent-value.js'
import type { ShapeContext } from '../shape/shape-context.js'
import { onlyData } from '../shape/shape-result.js'
import { noteStructured } from '../shape/shape-structured.js'
import { describeCuts, noteOf, withMarks } from '../shrink/note.js'
import type { Chosen } from './smaller-choices.js'

/** The reference to the whole of a pruned answer. */
export const focusRef = ({ applied, prune_id: id }: PruningMetadata): string | undefined =>
  applied && id !== undefined ? formatArtifactRef({ domain: PRUNE_DOMAIN, id }) : undefined

const ABSENT = 'not in this text: '

/** `undefined`: its schema leaves no place for the note. Throws `not_kept` if nothing can be referred to. */
export async function withChoiceNote(
  result: Fields,
  { focused: { choice }, pruning }: Chosen,
  context: ShapeContext,
): Promise<Fields | undefined> {
  const ref = focusRef(pruning)
  // The question left nothing out.
  if (ref === undefined && pruning.pruned_lines === 0) return result
  if (ref === undefined) throw new AppError('not_kept', 'it could not be kept')
  if (choice.cuts.length === 0) {
    const note = noteOf(cutsAndRemarks(pruning).join('; ') || 'parts of lines cut', ref)
    return withBlock(result, textBlock(note))
  }
  const { remarks = [] } = pruning
  // Most remarks count lines, of which the reader of other data sees none.
  const told = choice.isInParts ? remarks : remarks.filter((remark) => remark.startsWith(ABSENT))
  const note = noteOf([describeCuts(choice.cuts), ...told].join('; '), ref)
  if (result['structuredContent'] !== undefined) return noteStructured(result, ref, note, context)
  const data = onlyData(result)
  const marked = data ? SentValue.in(result).with(withMarks(data.value, choice.cuts)) : result
  return withBlock(marked, textBlock(note))
}
