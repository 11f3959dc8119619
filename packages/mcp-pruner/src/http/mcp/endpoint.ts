// `/mcp`: MCP Streamable HTTP through the SDK. A session holds nothing but its transport, so a request
// without one is served just as well; that is what lets any server behind a load balancer answer.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  isInitializeRequest,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { SERVER_NAME, VERSION } from '../../process/version.js'
import { HttpError } from '../http-error.js'
import type { ServiceLimits } from '../limits.js'
import type { ToolSet } from '../tools/tool-set.js'
import { Sessions } from './sessions.js'

export interface McpEndpoint {
  readonly sessionCount: number
  /** `body` is the parsed body of a POST. */
  handle(req: IncomingMessage, res: ServerResponse, body?: unknown): Promise<void>
  close(): Promise<void>
}

export function createMcpEndpoint(
  tools: ToolSet,
  limits: ServiceLimits,
  stateless: boolean,
): McpEndpoint {
  const sessions = new Sessions(limits.sessions, limits.sessionIdleMs)
  return {
    get sessionCount() {
      return sessions.count
    },
    async handle(req, res, body) {
      const id = stateless ? undefined : req.headers['mcp-session-id']
      if (typeof id === 'string') {
        const session = sessions.use(id, res)
        if (!session) {
          throw new HttpError(404, 'session_not_found', 'no such session: initialize a new one')
        }
        return session.handleRequest(req, res, body)
      }
      if (req.method !== 'POST') {
        res.setHeader('allow', 'POST')
        throw new HttpError(405, 'no_session', `${req.method} needs an Mcp-Session-Id`)
      }
      const transport = !stateless && isInitializeRequest(body) ? openSession(res) : oneRequest(res)
      await createServer(tools).connect(transport)
      return transport.handleRequest(req, res, body)
    },
    close: () => sessions.close(),
  }

  function openSession(res: ServerResponse): StreamableHTTPServerTransport {
    if (!sessions.makeRoom()) {
      throw new HttpError(503, 'overloaded', `${limits.sessions} sessions are open already`)
    }
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => sessions.add(id, transport, res),
      onsessionclosed: (id) => sessions.remove(id),
    })
    return transport
  }
}

function oneRequest(res: ServerResponse): StreamableHTTPServerTransport {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  res.once('close', () => void transport.close())
  return transport
}

function createServer(tools: ToolSet): Server {
  const server = new Server(
    { name: SERVER_NAME, version: VERSION },
    { capabilities: { tools: {} } },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.definitions] }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    tools.call(params, { requestId: randomUUID(), signal }),
  )
  return server
}
