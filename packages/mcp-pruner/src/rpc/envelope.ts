// The metadata of a 2026-07-28 request in its `_meta`: reading and writing it.

import { INVALID_PARAMS } from './codes.js'
import { type Fields, isFields } from './message.js'
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  PROTOCOL_VERSION_KEY,
  SUBSCRIPTION_ID_KEY,
} from './meta-keys.js'
import { unsupportedRevision } from './revisions.js'
import { RpcError } from './rpc-error.js'

const KEYS = [PROTOCOL_VERSION_KEY, CLIENT_INFO_KEY, CLIENT_CAPABILITIES_KEY]

/** The client behind a request, in terms of `initialize`. */
export interface Introduction {
  readonly clientInfo?: Fields
  readonly capabilities: Fields
}

/** Throws the error for a missing or invalid envelope. */
export function readEnvelope(params: unknown): Introduction {
  const unsupported = unsupportedRevision(params)
  if (unsupported) throw unsupported
  const meta = metaOf(params)
  const capabilities = meta[CLIENT_CAPABILITIES_KEY]
  const clientInfo = meta[CLIENT_INFO_KEY]
  if (typeof meta[PROTOCOL_VERSION_KEY] !== 'string') throw wrong(PROTOCOL_VERSION_KEY)
  if (!isFields(capabilities)) throw wrong(CLIENT_CAPABILITIES_KEY)
  if (clientInfo === undefined) return { capabilities }
  if (!isFields(clientInfo) || typeof clientInfo['name'] !== 'string') {
    throw wrong(CLIENT_INFO_KEY)
  }
  return { capabilities, clientInfo }
}

/** The same request for a server of 2026-07-28; existing metadata stay. */
export const withEnvelope = (
  params: Fields | undefined,
  client: Introduction,
  logLevel?: unknown,
): Fields => ({
  ...params,
  _meta: {
    [PROTOCOL_VERSION_KEY]: '2026-07-28',
    ...(logLevel !== undefined && { [LOG_LEVEL_KEY]: logLevel }),
    ...(client.clientInfo && { [CLIENT_INFO_KEY]: client.clientInfo }),
    [CLIENT_CAPABILITIES_KEY]: client.capabilities,
    ...metaOf(params),
  },
})

type Params = Fields | undefined

/** The same request for a server that uses `initialize`. */
export const withoutEnvelope = (params: Params): Params => withoutMeta(params, KEYS)

/** A notification of a server's subscription, without the subscription. */
export const withoutStamp = (params: Params): Params => withoutMeta(params, [SUBSCRIPTION_ID_KEY])

function withoutMeta(params: Params, keys: readonly string[]): Params {
  const meta = metaOf(params)
  if (!keys.some((key) => key in meta)) return params
  const rest = Object.entries(meta).filter(([key]) => !keys.includes(key))
  const { _meta: _, ...others } = params ?? {}
  return rest.length > 0 ? { ...others, _meta: Object.fromEntries(rest) } : others
}

const metaOf = (params: unknown): Fields => {
  const meta = isFields(params) ? params['_meta'] : undefined
  return isFields(meta) ? meta : {}
}

const wrong = (key: string): RpcError =>
  new RpcError(
    INVALID_PARAMS,
    `Invalid _meta envelope for protocol revision 2026-07-28: ${key} is missing or not what it should be`,
  )
