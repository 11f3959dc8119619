// The MCP methods of `/mcp`, for one SDK server: the service's tools, in the format that the client shows best.
import { randomUUID } from 'node:crypto'
import {
  checkParams,
  InitializeParams,
  initializeResult,
  ListParams,
} from '../../call/mcp-params.js'
import { METHOD_NOT_FOUND } from '../../rpc/codes.js'
import { isFields } from '../../rpc/message.js'
import { RpcError } from '../../rpc/rpc-error.js'
import { clientName, type McpMethods, type SdkServerOptions } from '../../rpc/sdk-server.js'
import type { Exchange } from '../byte-budget.js'
import type { ToolSet } from '../tools/tool-set.js'

/** The tools of a running service do not change. */
const LIST_TTL_MS = 300_000
const CAPABILITIES = { tools: {} }

export const mcpServerOptions = (tools: ToolSet): SdkServerOptions => ({
  capabilities: CAPABILITIES,
  methods: createMcpMethods(tools),
  discoverTtlMs: LIST_TTL_MS,
})

function createMcpMethods(tools: ToolSet): McpMethods {
  /** The session's client; a request may name its own. */
  let introduced: string | undefined
  return async ({ method, params, client = introduced, isModern, signal, attached }) => {
    const given = isFields(params) ? params : {}
    switch (method) {
      case 'initialize': {
        introduced = clientName(given['clientInfo'])
        const { protocolVersion } = checkParams(InitializeParams, method, params)
        return initializeResult(protocolVersion, { capabilities: CAPABILITIES })
      }
      case 'tools/list':
        checkParams(ListParams, method, params)
        return {
          tools: tools.listFor(client),
          ...(isModern && { ttlMs: LIST_TTL_MS, cacheScope: 'private' }),
        }
      case 'tools/call':
        return tools.call(params, {
          requestId: randomUUID(),
          signal,
          client,
          exchange: attached as Exchange | undefined,
        })
      default:
        throw new RpcError(METHOD_NOT_FOUND)
    }
  }
}
