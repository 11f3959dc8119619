// The content blocks of a tool's result. Text is what limits are about; pictures, sounds and other binary
// payloads pass and are not counted.
import { type Fields, isFields } from '../../rpc/message.js'

export type Block = Fields

export const blocksOf = (result: Fields): readonly Block[] =>
  Array.isArray(result['content']) ? result['content'].filter(isFields) : []

/** The text of a text block or of an embedded text resource. */
export function textOf(block: Block): string | undefined {
  const { type, text, resource } = block
  if (type === 'text' && typeof text === 'string') return text
  if (type !== 'resource' || !isFields(resource)) return undefined
  return typeof resource['text'] === 'string' ? resource['text'] : undefined
}

/** The same block with another text. */
export function withText(block: Block, text: string): Block {
  if (block['type'] === 'text') return { ...block, text }
  return { ...block, resource: { ...(block['resource'] as Fields), text } }
}

export const note = (text: string): Block => ({ type: 'text', text })

function binaryBytes(block: Block): number {
  const { type, data, resource } = block
  const payload = type === 'resource' && isFields(resource) ? resource['blob'] : data
  return type !== 'text' && typeof payload === 'string' ? payload.length : 0
}

/** Results are never changed in place, and a large one takes a while to measure. */
const measured = new WeakMap<Fields, number>()

/** What counts of a result as it is sent. */
export function countedBytes(result: Fields): number {
  const known = measured.get(result)
  if (known !== undefined) return known
  const uncounted = blocksOf(result).reduce((bytes, block) => bytes + binaryBytes(block), 0)
  const bytes = Buffer.byteLength(JSON.stringify(result)) - uncounted
  measured.set(result, bytes)
  return bytes
}
