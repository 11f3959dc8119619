// Whether an answer is within its limits as it is. By default that is the byte limit alone; `strict` holds
// items, characters, levels and log lines for every answer.
import type { ResponseLimits } from '@jeeves/contracts'
import { copyIfFits } from '@jeeves/mcp-runtime'
import { countLines } from '@jeeves/pruner/count'
import { type Fields, isFields } from '../../rpc/message.js'
import { parseData } from '../shrink/parsed-data.js'
import { countedBytes, payloadsOf, textsOf } from './blocks.js'
import { isLog } from './cut-lines.js'

export type Overflow = 'bytes' | 'shape' | 'log lines'

export interface Bounds {
  readonly limits: ResponseLimits
  readonly strict: boolean
}

/**
 * The first limit that does not hold; `undefined` when all do. What a question left of a log is no longer a
 * log but an answer, and may have more lines than one. `sentAs` is the text that goes over the wire, if it is
 * known.
 */
export function overflowOf(
  result: Fields,
  { limits, strict }: Bounds,
  isFocused: boolean,
  sentAs?: string,
): Overflow | undefined {
  if (!isWithinBytes(result, limits.maxBytes, sentAs)) return 'bytes'
  if (!strict) return undefined
  const texts = textsOf(result)
  const { structuredContent } = result
  if (structuredContent !== undefined) {
    const elsewhere = new Set([...texts, ...payloadsOf(result)])
    if (copyIfFits(withoutTexts(structuredContent, elsewhere), limits) === undefined) return 'shape'
  }
  for (const text of texts) {
    const data = parseData(text)
    if (data) {
      if (result['isError'] !== true && copyIfFits(data.value, limits) === undefined) return 'shape'
    } else if (!isFocused && countLines(text) > limits.maxLogLines && isLog(text))
      return 'log lines'
  }
  return undefined
}

function isWithinBytes(result: Fields, maxBytes: number, sentAs: string | undefined): boolean {
  if (sentAs !== undefined && Buffer.byteLength(sentAs) < maxBytes) return true
  // A text that is longer than the limit need not be measured.
  const isLong = textsOf(result).some((text) => text.length >= maxBytes)
  return !isLong && countedBytes(result) < maxBytes
}

/**
 * A string that stands in a block as well is a text or a picture, not a field: a file's content, a page, what
 * a command printed. The byte limit holds for it, not the limit for fields.
 */
function withoutTexts(value: unknown, texts: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return texts.has(value) ? '' : value
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, texts))
  if (!isFields(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutTexts(item, texts)]),
  )
}
