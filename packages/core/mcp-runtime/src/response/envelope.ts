// Puts a body into the one envelope so that the whole of what is sent stays within the limits.
import type { MCPResponseEnvelope, ResponseLimits } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'
import { printJson } from '../json/exact-json.js'
import { jsonCost } from '../json/sizes.js'
import { copyIfFits } from './fit.js'
import { shapeValue } from './shape-value.js'
import { boundSummary } from './summary.js'

/** What an MCP tool returns. */
export interface MCPToolResult {
  content: { type: 'text'; text: string }[]
  isError?: boolean
  [key: string]: unknown
}

export function toToolResult(envelope: MCPResponseEnvelope): MCPToolResult {
  const result: MCPToolResult = { content: [{ type: 'text', text: printJson(envelope) }] }
  return envelope.success ? result : { ...result, isError: true }
}

/** The envelope but for its body; `data` here is a few figures that accompany a list. */
export type Head = Omit<MCPResponseEnvelope, 'items'>

/** Where a body goes. `items` stays a plain array, because `count` and `hasMore` say what was cut. */
export type BodyPlace = 'data' | 'items' | 'context'

const LEVEL: Readonly<Record<BodyPlace, number>> = { data: 2, items: 2, context: 3 }
/** Around the text of a result. */
const RESULT_BYTES = 64
const KEY_COST = jsonCost(',"context":', 'text')
/** A cursor means nothing when it is changed, so one that would crowd out the answer is left out. */
const CURSOR_SHARE = 0.1
const MESSAGE_SHARE = 0.35
const SUMMARY_SHARE = 0.2

export function fill(
  head: Head,
  place: BodyPlace,
  body: unknown,
  limits: ResponseLimits,
): MCPResponseEnvelope {
  const bounded = boundHead(head, limits)
  if (body === undefined) return arrange(bounded, place, undefined)
  const copy = copyIfFits(body, limits, LEVEL[place])
  if (copy !== undefined) {
    const whole = arrange(bounded, place, copy.value)
    if (isWithin(whole, limits)) return whole
  }
  const cut: Head = {
    ...bounded,
    hasMore: true,
    metadata: { ...bounded.metadata, truncated: true },
  }
  const budget = limits.maxBytes - sentBytes(arrange(cut, place, undefined)) - KEY_COST
  const { value } = shapeValue(
    body,
    { ...limits, maxBytes: Math.max(budget, 8) },
    { encoding: 'text', level: LEVEL[place], style: place === 'items' ? 'plain' : 'tell' },
  )
  return arrange(cut, place, value)
}

/** Bytes on the wire, with the escaping of a text block. */
export function sentBytes(envelope: MCPResponseEnvelope): number {
  return Buffer.byteLength(JSON.stringify(toToolResult(envelope)))
}

function isWithin(envelope: MCPResponseEnvelope, { maxBytes }: ResponseLimits): boolean {
  // Escaping at most doubles a JSON text, so most answers need not be escaped to be measured.
  const most = 2 * Buffer.byteLength(printJson(envelope)) + RESULT_BYTES
  return most < maxBytes || sentBytes(envelope) < maxBytes
}

function boundHead(head: Head, limits: ResponseLimits): Head {
  const { maxBytes, maxStringLength, maxSummaryLength, truncationSuffix } = limits
  const { nextCursor, error, ...rest } = head
  const line = boundSummary(head.summary, maxSummaryLength)
  const summary = cutText(line, maxSummaryLength, maxBytes * SUMMARY_SHARE, '...', 'text').text
  const bounded: Head = { ...rest, summary }
  if (nextCursor !== undefined) {
    const cut = cutText(nextCursor, maxStringLength, maxBytes * CURSOR_SHARE, '', 'text')
    if (cut.text === nextCursor) bounded.nextCursor = nextCursor
  }
  if (error !== undefined) {
    const message = cutText(
      error.message,
      Math.min(maxStringLength, 1000),
      maxBytes * MESSAGE_SHARE,
      truncationSuffix,
      'text',
    )
    bounded.error = { ...error, message: message.text }
    if (!message.whole) bounded.metadata = { ...head.metadata, truncated: true }
  }
  return bounded
}

/** Keys in the order in which they are best read. */
function arrange(head: Head, place: BodyPlace, body: unknown): MCPResponseEnvelope {
  const { success, summary, count, artifactRef, hasMore, nextCursor, error, metadata } = head
  const isIn = body !== undefined
  const data = isIn && place === 'data' ? body : head.data
  return {
    success,
    summary,
    ...(count !== undefined && { count }),
    ...(isIn && place === 'items' && { items: body as unknown[] }),
    ...(data !== undefined && { data }),
    ...(artifactRef !== undefined && { artifactRef }),
    ...(hasMore !== undefined && { hasMore }),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(error !== undefined && {
      error:
        isIn && place === 'context'
          ? { ...error, context: body as Record<string, unknown> }
          : error,
    }),
    metadata,
  }
}
