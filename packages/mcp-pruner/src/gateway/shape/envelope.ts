// Data in the one envelope. The longest list of an answer is what its reader is after, so it becomes the
// envelope's items, and everything else its data.
import type { MCPResponseEnvelope, ResponseLimits } from '@jeeves/contracts'
import {
  boundSummary,
  createSummary,
  formatPointer,
  listResponse,
  type MainList,
  mainList,
  type ResponseOptions,
  shapeValue,
  successResponse,
  textBytes,
  withList,
} from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'

export interface EnvelopeOptions {
  readonly tool: string
  readonly limits: ResponseLimits
  readonly artifactRef?: string
  readonly durationMs: number
  /** The list is a choice out of the whole, so a place in it is none in the whole. */
  readonly isFocused: boolean
}

/** What stands beside a list gets at most this part of the room. */
const REST_SHARE = 0.3

export function dataEnvelope(value: unknown, options: EnvelopeOptions): MCPResponseEnvelope {
  const list = mainList(value)
  const envelope = list ? listEnvelope(value, list, options) : plainEnvelope(value, options)
  return { ...envelope, metadata: { ...envelope.metadata, durationMs: options.durationMs } }
}

function listEnvelope(
  value: unknown,
  { items, path }: MainList,
  options: EnvelopeOptions,
): MCPResponseEnvelope {
  const { limits } = options
  const rest = (withList(value, path) ?? {}) as Fields
  const pointer = formatPointer(path)
  const hasRest = Object.keys(rest).length > 0
  const restLimits = { ...limits, maxBytes: Math.floor(limits.maxBytes * REST_SHARE) }
  const data = hasRest
    ? shapeValue(rest, restLimits, { encoding: 'text', level: 2 }).value
    : undefined
  const aside = textBytes(JSON.stringify({ data, nextCursor: pointer }))
  const { data: _, ...envelope } = listResponse(items, {
    ...common(options),
    summary: summaryOf(items, rest, options.tool),
    limits: { ...limits, maxBytes: Math.max(limits.maxBytes - aside, 1024) },
  })
  const { nextCursor: cursor, ...told } = envelope
  return {
    ...told,
    ...(hasRest && { data }),
    // The next item as a JSON pointer into the whole answer.
    ...(cursor !== undefined && !options.isFocused && { nextCursor: `${pointer}/${cursor}` }),
  }
}

function plainEnvelope(value: unknown, options: EnvelopeOptions): MCPResponseEnvelope {
  const own = isFields(value) ? value['summary'] : undefined
  const size = isFields(value) ? Object.keys(value).length : 1
  const summary = typeof own === 'string' ? boundSummary(own) : `${options.tool}: ${size} fields`
  return successResponse(value, { ...common(options), limits: options.limits, summary })
}

const common = ({ artifactRef }: EnvelopeOptions): ResponseOptions =>
  artifactRef === undefined ? {} : { artifactRef }

function summaryOf(items: readonly unknown[], rest: Fields, tool: string): string {
  if (typeof rest['summary'] === 'string') return boundSummary(rest['summary'])
  const bySeverity: Record<string, number> = {}
  for (const item of items) {
    const severity = isFields(item) ? item['severity'] : undefined
    if (typeof severity === 'string') bySeverity[severity] = (bySeverity[severity] ?? 0) + 1
  }
  return createSummary(tool, { count: items.length, bySeverity })
}
