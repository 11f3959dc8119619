// The two-phase answer: a summary and the most important part now, the whole behind a reference.
import type { MCPListItem, MCPResponseEnvelope } from '@jeeves/contracts'
import { cutText } from '../json/cut-text.js'
import { parseArtifactRef } from '../refs/artifact-ref.js'
import { fill, type Head, type MCPToolResult, toToolResult } from './envelope.js'
import {
  atLeast,
  headOf,
  type ListOptions,
  limitsOf,
  listResponse,
  type ResponseOptions,
} from './helpers.js'
import { isSeverity } from './summary.js'

export interface WrapOptions<T> extends Omit<ResponseOptions, 'artifactRef'> {
  readonly summary: string
  /** Keeps the whole and returns its `ax://domain/id`. Called only when something was cut. */
  readonly artifactStore?: (data: T) => Promise<string>
  /** Hears why the whole could not be kept; the answer is then sent without a reference. */
  readonly onStoreError?: (error: unknown) => void
}

/** A list goes to `items` with its `count`, anything else to `data`. */
export async function wrapResponse<T>(data: T, options: WrapOptions<T>): Promise<MCPToolResult> {
  const envelope = answer(data, options, undefined)
  if (!envelope.metadata.truncated) return toToolResult(envelope)
  const artifactRef = await keep(data, options)
  return toToolResult(artifactRef === undefined ? envelope : answer(data, options, artifactRef))
}

async function keep<T>(data: T, options: WrapOptions<T>): Promise<string | undefined> {
  try {
    const ref = await options.artifactStore?.(data)
    if (ref !== undefined) parseArtifactRef(ref)
    return ref
  } catch (error) {
    options.onStoreError?.(error)
    return undefined
  }
}

function answer<T>(data: T, options: WrapOptions<T>, ref: string | undefined): MCPResponseEnvelope {
  const limits = limitsOf(options)
  const reference = ref === undefined ? {} : { artifactRef: ref }
  const head = headOf(true, options.summary, { ...options, ...reference })
  if (!Array.isArray(data)) return fill(head, 'data', data ?? null, limits)
  const total = data.length
  const listHead: Head = { ...head, count: total, data: { totalCount: total, showing: total } }
  const envelope = fill(listHead, 'items', data, limits)
  if (envelope.metadata.truncated) {
    envelope.data = { totalCount: total, showing: envelope.items?.length ?? 0 }
  } else {
    delete envelope.data
  }
  return envelope
}

export interface PaginatedListOptions<T> extends Omit<ListOptions, 'total'> {
  /** What the items are, as in `3 workflow(s)`. */
  readonly domain: string
  /** Default `id`. */
  readonly labelField?: keyof T
}

const MAX_LABEL = 50

/** One page of `items`, which are all there are, each as an id to ask with and a label to choose by. */
export function paginatedListResponse<T extends { readonly id: string }>(
  items: readonly T[],
  options: PaginatedListOptions<T>,
): MCPResponseEnvelope {
  const { domain, labelField = 'id' } = options
  const limit = atLeast(1, options.limit ?? 10)
  const offset = atLeast(0, options.offset ?? 0)
  const page = items.slice(offset, offset + limit).map((item) => listItem(item, item[labelField]))
  return listResponse(page, {
    ...options,
    limit,
    offset,
    total: items.length,
    summary: options.summary ?? `${items.length} ${domain}(s)`,
  })
}

function listItem(item: { readonly id: string }, label: unknown): MCPListItem {
  const text = typeof label === 'string' || typeof label === 'number' ? `${label}` : item.id
  const { severity } = item as { severity?: unknown }
  return {
    id: item.id,
    label: cutText(text, MAX_LABEL, Infinity, '...', 'json').text,
    ...(isSeverity(severity) && { severity }),
  }
}
