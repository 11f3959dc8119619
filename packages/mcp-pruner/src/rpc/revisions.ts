// The protocol's revisions: which are supported, and which one a request names.
import { UNSUPPORTED_REVISION } from './codes.js'
import { isFields } from './message.js'
import { PROTOCOL_VERSION_KEY } from './meta-keys.js'
import { RpcError } from './rpc-error.js'

const FIRST_MODERN = '2026-07-28'
/** Requests of these name their revision themselves, and there is no `initialize`. */
const MODERN_REVISIONS: readonly string[] = [FIRST_MODERN]

const LATEST_LEGACY = '2025-11-25'
/** Negotiated by `initialize`. */
const LEGACY_REVISIONS: ReadonlySet<string> = new Set([
  LATEST_LEGACY,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
])

/** Also for a later revision that is not supported yet: its clients will not `initialize`. */
export const isModernRevision = (revision: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(revision) && revision >= FIRST_MODERN

/** The answer to `initialize`: the newest revision if the requested one is not supported. */
export const negotiatedRevision = (requestedRevision: string): string =>
  LEGACY_REVISIONS.has(requestedRevision) ? requestedRevision : LATEST_LEGACY

/** The revision that a request claims in its `_meta`. */
export function claimedRevision(params: unknown): unknown {
  const meta = isFields(params) ? params['_meta'] : undefined
  return isFields(meta) ? meta[PROTOCOL_VERSION_KEY] : undefined
}

/** The error for a request with an unsupported revision, on any connection. */
export function unsupportedRevision(params: unknown): RpcError | undefined {
  const requested = claimedRevision(params)
  if (typeof requested !== 'string' || MODERN_REVISIONS.includes(requested)) return undefined
  return new RpcError(UNSUPPORTED_REVISION, `Unsupported protocol version: ${requested}`, {
    supported: MODERN_REVISIONS,
    requested,
  })
}
