// Says in a pruned answer how much of it is missing and where that is.
import type { PruningMetadata } from '@jeeves/contracts'
import { formatArtifactRef } from '@jeeves/mcp-runtime'
import { PRUNE_DOMAIN } from '../../recovery/recovery.js'
import { type Fields, isFields } from '../../rpc/message.js'
import { blocksOf, note, textOf, withText } from '../shape/blocks.js'
import { wholeNote } from '../shape/whole-note.js'

/** The reference to the whole of a pruned answer. */
export const focusRef = ({ applied, prune_id: id }: PruningMetadata): string | undefined =>
  applied && id !== undefined ? formatArtifactRef({ domain: PRUNE_DOMAIN, id }) : undefined

export function withFocusNote(result: Fields, pruning: PruningMetadata): Fields {
  const ref = focusRef(pruning)
  if (ref === undefined) return result
  const { pruned_lines: cut, original_lines: lines } = pruning
  const amount = cut === undefined ? 'pruned' : `${cut} of ${lines} lines left out`
  const said = wholeNote(amount, ref)
  const { structuredContent } = result
  if (!isFields(structuredContent)) return { ...result, content: [...blocksOf(result), note(said)] }
  return inBothPlaces(result, structuredContent, said)
}

/** A client may show its model only the structured value, so the note goes where the text is. */
function inBothPlaces(result: Fields, structured: Fields, said: string): Fields {
  const texts = new Set(blocksOf(result).map(textOf))
  const add = (text: string) => `${text}${text.endsWith('\n') ? '' : '\n'}${said}`
  const content = blocksOf(result).map((block) => {
    const text = textOf(block)
    return text === undefined ? block : withText(block, add(text))
  })
  const structuredContent = Object.fromEntries(
    Object.entries(structured).map(([name, value]) => [
      name,
      typeof value === 'string' && texts.has(value) ? add(value) : value,
    ]),
  )
  return { ...result, content, structuredContent }
}
