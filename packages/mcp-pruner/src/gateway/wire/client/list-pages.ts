// One list merged from several servers' lists, page by page, with the gateway's additions at the end.

import type { Cancellation } from '@jeeves/mcp-runtime'
import { INVALID_PARAMS } from '../../../rpc/codes.js'
import { type Fields, isFields } from '../../../rpc/message.js'
import { RpcError } from '../../../rpc/rpc-error.js'
import type { Upstream } from '../upstream/upstream.js'

/** A server that returns cursors for ever must not be followed for ever. */
const MAX_PAGES = 1000

/** Every tool of one server. */
export async function listTools(upstream: Upstream): Promise<readonly Fields[]> {
  const tools: Fields[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { value } = await upstream.request('tools/list', cursor === undefined ? {} : { cursor })
    const result = isFields(value) ? value : {}
    if (Array.isArray(result['tools'])) tools.push(...result['tools'].filter(isFields))
    if (typeof result['nextCursor'] !== 'string') break
    cursor = result['nextCursor']
  }
  return tools
}

export interface PageRequest {
  readonly method: string
  readonly key: string
  readonly params: Fields
  readonly signal: Cancellation
  readonly upstreams: readonly Upstream[]
  readonly adapt: (upstream: Upstream, item: Fields) => Promise<Fields>
  readonly own?: () => readonly Fields[]
}

/** One page: from the server that the cursor names, then from the next one, our own items last. */
export async function listPage(request: PageRequest): Promise<Fields> {
  const { method, key, params, signal, upstreams, adapt, own } = request
  const { cursor: given, ...rest } = params
  const [index, cursor] = readCursor(given, upstreams.length)
  const upstream = upstreams[index]
  if (!upstream) return { [key]: own?.() ?? [] }
  const listParams = cursor === undefined ? rest : { ...rest, cursor }
  const { value } = await upstream.request(method, listParams, signal)
  const page: Fields = isFields(value) ? value : {}
  const found = page[key]
  const items = Array.isArray(found)
    ? await Promise.all(
        found.map((item: unknown) => (isFields(item) ? adapt(upstream, item) : item)),
      )
    : []
  const { nextCursor, ...others } = page
  if (typeof nextCursor === 'string') {
    return { ...others, [key]: items, nextCursor: writeCursor(index, nextCursor) }
  }
  if (index + 1 < upstreams.length) {
    return { ...others, [key]: items, nextCursor: writeCursor(index + 1) }
  }
  return { ...others, [key]: [...items, ...(own?.() ?? [])] }
}

const writeCursor = (index: number, cursor?: string): string =>
  Buffer.from(JSON.stringify([index, cursor])).toString('base64url')

function readCursor(given: unknown, servers: number): [number, string | undefined] {
  if (given === undefined) return [0, undefined]
  const text = typeof given === 'string' ? given : ''
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [index, cursor] = parsed as [unknown, unknown]
    if (Number.isInteger(index) && Number(index) >= 0 && Number(index) < servers) {
      return [Number(index), typeof cursor === 'string' ? cursor : undefined]
    }
  } catch {
    // Falls through to the one message for every bad cursor.
  }
  throw new RpcError(INVALID_PARAMS, undefined, {
    issues: [{ path: 'cursor', message: 'unknown cursor' }],
  })
}
