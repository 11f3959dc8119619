// Data in the one envelope. The main list of an answer is what its reader is after, so it becomes the
// envelope's items, and everything else its data. Whatever is missing is said, and `truncated` is true.
import type { MCPResponseEnvelope, ResponseLimits } from '@jeeves/contracts'
import {
  boundSummary,
  countOf,
  createSummary,
  formatPointer,
  listResponse,
  type MainList,
  mainList,
  type Omission,
  printJson,
  shapeValue,
  successResponse,
  textBytes,
  totalOf,
  withList,
} from '@jeeves/mcp-runtime'
import { type Fields, isFields } from '../../rpc/message.js'

export interface EnvelopeOptions {
  readonly tool: string
  readonly limits: ResponseLimits
  readonly artifactRef?: string
  readonly durationMs: number
  /** Something is missing from the value already. */
  readonly isReduced: boolean
  /** The tool says that it failed. */
  readonly isError?: boolean
  /** The answer before anything was chosen from it: what the summary speaks of. */
  readonly original: unknown
  /** What was left out of the value. */
  readonly cuts?: readonly Omission[]
}

/** What went wrong stands in the data. */
const FAILED = { code: 'OPERATION_FAILED', message: 'The tool failed', retryable: false } as const

/** An envelope with a summary and a reference, and room for an item. */
export const MIN_BYTES = 512
/** For the keys of what stands beside a list. */
const BESIDE_BYTES = 48

export function dataEnvelope(value: unknown, options: EnvelopeOptions): MCPResponseEnvelope {
  const { isReduced, durationMs, isError = false } = options
  const list = mainList(value)
  const envelope = list ? listEnvelope(value, list, options) : plainEnvelope(value, options)
  const truncated = envelope.metadata.truncated || isReduced
  return {
    ...envelope,
    ...(isError && { success: false, error: FAILED }),
    ...(truncated && { hasMore: true }),
    metadata: { ...envelope.metadata, durationMs, truncated },
  }
}

function listEnvelope(
  value: unknown,
  { items, path }: MainList,
  options: EnvelopeOptions,
): MCPResponseEnvelope {
  const { limits } = options
  const rest = (withList(value, path) ?? {}) as Fields
  const hasRest = Object.keys(rest).length > 0
  const besideList = hasRest ? shapeRest(rest, items, limits) : undefined
  const aside = besideList ? textBytes(printJson(besideList.value)) + BESIDE_BYTES : 0
  const whole = totalOf(items)
  const total = whole ?? items.length
  const { data: _, ...envelope } = listResponse(items, {
    ...reference(options),
    summary: summaryOf(total, rest, options),
    total,
    limits: { ...limits, maxBytes: Math.max(limits.maxBytes - aside, MIN_BYTES) },
  })
  const { nextCursor: cursor, metadata, ...listed } = envelope
  return {
    ...listed,
    ...(besideList && { data: besideList.value }),
    // The next item as a JSON pointer into the whole answer; a choice has no next one.
    ...(cursor !== undefined &&
      isBeginning(path, whole, options) && { nextCursor: `${formatPointer(path)}/${cursor}` }),
    metadata: { ...metadata, truncated: metadata.truncated || besideList?.truncated === true },
  }
}

/** A list that was not chosen from, or of which the first items are shown. */
function isBeginning(
  path: readonly string[],
  total: number | undefined,
  { cuts = [] }: EnvelopeOptions,
): boolean {
  if (total === undefined) return true
  const place = formatPointer(path)
  return cuts.some((cut) => cut.isPrefix === true && formatPointer(cut.path) === place)
}

/** What stands beside a list gets half of the room, and what the list does not need. */
function shapeRest(rest: Fields, items: readonly unknown[], limits: ResponseLimits) {
  const room = limits.maxBytes - MIN_BYTES - BESIDE_BYTES
  const shape = (maxBytes: number) =>
    shapeValue(
      rest,
      { ...limits, maxBytes: Math.max(maxBytes, 64) },
      { encoding: 'text', level: 2 },
    )
  const half = shape(Math.floor(room / 2))
  if (!half.truncated || items.length > limits.maxArrayItems) return half
  return shape(Math.max(Math.floor(room / 2), room - textBytes(printJson(items))))
}

function plainEnvelope(value: unknown, options: EnvelopeOptions): MCPResponseEnvelope {
  const { original, limits, tool } = options
  const own = isFields(original) ? original['summary'] : undefined
  const size = isFields(original) ? Object.keys(original).length : 1
  const summary = typeof own === 'string' ? boundSummary(own) : `${tool}: ${countOf(size, 'field')}`
  return successResponse(value, { ...reference(options), limits, summary })
}

const reference = ({ artifactRef }: EnvelopeOptions): { readonly artifactRef?: string } =>
  artifactRef === undefined ? {} : { artifactRef }

function summaryOf(total: number, rest: Fields, { original, tool }: EnvelopeOptions): string {
  if (typeof rest['summary'] === 'string') return boundSummary(rest['summary'])
  const bySeverity: Record<string, number> = {}
  for (const item of mainList(original)?.items ?? []) {
    const severity = isFields(item) ? item['severity'] : undefined
    if (typeof severity === 'string') bySeverity[severity] = (bySeverity[severity] ?? 0) + 1
  }
  return createSummary(tool, { count: total, bySeverity })
}
