// What a tool handler calls to answer: success, failure or a list, in the one envelope and within limits.
import type {
  MCPResponseEnvelope,
  MCPResponseMetadata,
  ResponseLimits,
  ResponseProfile,
} from '@jeeves/contracts'
import { parseArtifactRef } from '../refs/artifact-ref.js'
import { fill, type Head } from './envelope.js'
import { classifyError } from './errors.js'
import { resolveLimits } from './limits.js'
import { countOf } from './summary.js'

export interface ResponseOptions {
  /** One line; made from the answer when absent. */
  readonly summary?: string
  /** Default `claude-safe`. */
  readonly profile?: ResponseProfile
  readonly limits?: Partial<ResponseLimits>
  /** `Date.now()` when the call began. */
  readonly startedAt?: number
  readonly cached?: boolean
  /** Where the whole of it is kept. */
  readonly artifactRef?: string
}

export interface ListOptions extends ResponseOptions {
  /** How many there are in all. Default: up to the end of `items`. */
  readonly total?: number
  /** Items to a page, at most what the profile allows. */
  readonly limit?: number
  /** Where `items` start in the whole list. Default 0. */
  readonly offset?: number
  readonly nextCursor?: string
}

export function successResponse(data: unknown, options: ResponseOptions = {}): MCPResponseEnvelope {
  const head = headOf(true, options.summary ?? 'Done', options)
  return fill(head, 'data', data === undefined ? null : data, limitsOf(options))
}

/** `error` is anything that was thrown, or `{code, message, context?}`. */
export function errorResponse(error: unknown, options: ResponseOptions = {}): MCPResponseEnvelope {
  const { context, ...structured } = classifyError(error)
  const head = headOf(
    false,
    options.summary ?? `${structured.code}: ${structured.message}`,
    options,
  )
  return fill({ ...head, error: structured }, 'context', context, limitsOf(options))
}

/** A page of a list. `data` holds its `total`, `limit` and `offset`; `nextCursor` is the next offset. */
export function listResponse(
  items: readonly unknown[],
  options: ListOptions = {},
): MCPResponseEnvelope {
  const limits = limitsOf(options)
  const offset = atLeast(0, options.offset ?? 0)
  const limit = Math.min(atLeast(1, options.limit ?? limits.maxArrayItems), limits.maxArrayItems)
  const total = options.total ?? offset + items.length
  const head: Head = {
    ...headOf(true, options.summary ?? countOf(total, 'item'), options),
    count: total,
    data: { total, limit, offset },
    hasMore: true,
    // No offset on this page is longer than the total.
    nextCursor: options.nextCursor ?? String(total),
  }
  const { nextCursor, metadata, ...rest } = fill(head, 'items', items.slice(0, limit), limits)
  const shown = rest.items?.length ?? 0
  const next = offset + shown < total
  const truncated = metadata.truncated || shown < items.length
  return {
    ...rest,
    hasMore: next || truncated,
    ...(next &&
      nextCursor !== undefined && { nextCursor: options.nextCursor ?? `${offset + shown}` }),
    metadata: { ...metadata, truncated },
  }
}

/** Pages come from callers' arguments; no page is smaller than an item or starts before the first. */
export const atLeast = (least: number, value: number): number =>
  Math.max(least, Math.trunc(value) || 0)

export function headOf(success: boolean, summary: string, options: ResponseOptions): Head {
  const { artifactRef } = options
  if (artifactRef !== undefined) parseArtifactRef(artifactRef)
  return {
    success,
    summary,
    ...(artifactRef !== undefined && { artifactRef }),
    metadata: metadataOf(options),
  }
}

function metadataOf({ startedAt, cached }: ResponseOptions): MCPResponseMetadata {
  const durationMs = startedAt === undefined ? 0 : Math.max(0, Math.round(Date.now() - startedAt))
  return { durationMs, cached: cached ?? false, truncated: false }
}

export const limitsOf = ({ profile, limits }: ResponseOptions): ResponseLimits =>
  resolveLimits(profile, limits)
