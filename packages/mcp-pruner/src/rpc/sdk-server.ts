// The SDK's server with our own methods: it implements the protocol (eras, envelopes, cancellation, result types),
// and none of its own messages or validation reach a client.
import { McpServer, type ServerOptions } from '@modelcontextprotocol/server'
import { SERVER_NAME, VERSION } from '../process/version.js'
import { INTERNAL_ERROR } from './codes.js'
import { type Fields, type Id, isFields } from './message.js'
import { CLIENT_INFO_KEY } from './meta-keys.js'
import { RpcError } from './rpc-error.js'

/** Params for which the SDK would drop the whole request are sent under this key, past its schemas. */
const GIVEN_PARAMS: unique symbol = Symbol('params as they were sent')

export interface McpRequest {
  readonly id: Id
  readonly method: string
  readonly params: unknown
  /** Named by the request itself, as the 2026-07-28 revision requires. */
  readonly client: string | undefined
  /** The request is of the 2026-07-28 revision or a later one. */
  readonly isModern: boolean
  /** Aborted when the client cancels, and when the connection ends. */
  readonly signal: AbortSignal
  /** What the HTTP entry point attached to the request. */
  readonly attached?: unknown
}

/** Throws `RpcError` for errors that the caller should see. */
export type McpMethods = (request: McpRequest) => Promise<Fields>

export interface SdkServerOptions extends Pick<ServerOptions, 'capabilities' | 'instructions'> {
  readonly methods: McpMethods
  /** How long the answer to `server/discover` may be cached. */
  readonly discoverTtlMs: number
}

/** Our methods, which replace the SDK's. */
const OWN_METHODS = ['initialize', 'tools/list', 'tools/call'] as const

/**
 * `asked`, if a server is for one request: its method. The SDK answers a method without a handler with
 * 404 over HTTP, as the 2026-07-28 revision says, and a handler's own refusal with 200.
 */
export function createSdkServer(
  options: SdkServerOptions,
  isModern: boolean,
  asked?: string,
): McpServer {
  const { capabilities, instructions, methods, discoverTtlMs } = options
  const mcp = new McpServer(
    { name: SERVER_NAME, version: VERSION },
    {
      ...(capabilities && { capabilities }),
      ...(instructions !== undefined && { instructions }),
      cacheHints: { 'server/discover': { ttlMs: discoverTtlMs, cacheScope: 'private' } },
    },
  )
  const { server } = mcp
  for (const method of OWN_METHODS) server.removeRequestHandler(method)
  if (asked !== undefined && !OWN_METHODS.some((method) => method === asked)) return mcp
  server.fallbackRequestHandler = async ({ method, params }, { mcpReq, http }) => {
    try {
      return await methods({
        id: mcpReq.id,
        method,
        params: givenParams(params),
        client: clientName((mcpReq.envelope as Fields | undefined)?.[CLIENT_INFO_KEY]),
        isModern,
        signal: mcpReq.signal,
        attached: http?.authInfo?.extra?.['attached'],
      })
    } catch (error) {
      throw error instanceof RpcError ? error : new RpcError(INTERNAL_ERROR)
    }
  }
  return mcp
}

/** For our own methods: the SDK hands an HTTP request's `auth` on to them, and reads nothing of it. */
export function attach(req: object, attached: unknown): void {
  Object.assign(req, { auth: { token: '', clientId: '', scopes: [], extra: { attached } } })
}

export const wrapParams = (params: unknown): Fields => ({ [GIVEN_PARAMS]: params })

const givenParams = (params: unknown): unknown =>
  isFields(params) && GIVEN_PARAMS in params ? params[GIVEN_PARAMS] : params

export const clientName = (clientInfo: unknown): string | undefined =>
  isFields(clientInfo) && typeof clientInfo['name'] === 'string' ? clientInfo['name'] : undefined
