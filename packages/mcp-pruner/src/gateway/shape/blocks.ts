// The content blocks of a tool's result. Text is what limits are about; pictures, sounds and other binary
// payloads are bounded on their own and not counted.
import { printJson } from '@jeeves/mcp-runtime'
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

export const textsOf = (result: Fields): readonly string[] =>
  blocksOf(result).flatMap((block) => textOf(block) ?? [])

/** The same block with another text. */
export function withText(block: Block, text: string): Block {
  if (block['type'] === 'text') return { ...block, text }
  return { ...block, resource: { ...(block['resource'] as Fields), text } }
}

export const textBlock = (text: string): Block => ({ type: 'text', text })

export const withBlock = (result: Fields, block: Block): Fields => ({
  ...result,
  content: [...blocksOf(result), block],
})

/** Base64 of a block that is not text. */
export function payloadOf(block: Block): string | undefined {
  const { type, data, resource } = block
  const payload = type === 'resource' && isFields(resource) ? resource['blob'] : data
  return type !== 'text' && typeof payload === 'string' ? payload : undefined
}

export const payloadsOf = (result: Fields): readonly string[] =>
  blocksOf(result).flatMap((block) => payloadOf(block) ?? [])

/** Results are never changed in place, and a large one takes a while to measure. */
const measured = new WeakMap<Fields, number>()

/** What counts of a result as it is sent. */
export function countedBytes(result: Fields): number {
  const known = measured.get(result)
  if (known !== undefined) return known
  const json = printJson(result)
  // Some servers repeat their pictures in the structured value.
  const copies = (payload: string) => (payload === '' ? 0 : json.split(payload).length - 1)
  const uncounted = new Set(payloadsOf(result))
  const bytes = [...uncounted].reduce(
    (left, payload) => left - copies(payload) * payload.length,
    Buffer.byteLength(json),
  )
  measured.set(result, bytes)
  return bytes
}
