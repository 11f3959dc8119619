// `/mcp`: MCP Streamable HTTP through the SDK, for both eras. The 2026-07-28 revision has no sessions. In the
// older ones a session holds only its transport and the client's name, so a request without one is served
// too; this allows any server behind a load balancer to answer.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type NodeIncomingMessageLike,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
} from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  isInitializeRequest,
  type McpRequestContext,
  type McpServer,
} from '@modelcontextprotocol/server'
import { isFields } from '../../rpc/message.js'
import { claimedRevision, isModernRevision } from '../../rpc/revisions.js'
import { attach, createSdkServer } from '../../rpc/sdk-server.js'
import type { Exchange } from '../byte-budget.js'
import { HttpError } from '../http-error.js'
import type { ServiceLimits } from '../service-limits.js'
import type { ToolSet } from '../tools/tool-set.js'
import { mcpServerOptions } from './methods.js'
import { Sessions } from './sessions.js'

export interface McpEndpoint {
  readonly sessionCount: number
  /** `body` is the parsed body of a POST. */
  handle(
    req: IncomingMessage,
    res: ServerResponse,
    exchange: Exchange | undefined,
    body?: unknown,
  ): Promise<void>
  /** Ends streams that stay open for as long as their clients like. */
  stopListening(): Promise<void>
  close(): Promise<void>
}

export function createMcpEndpoint(
  tools: ToolSet,
  limits: ServiceLimits,
  stateless: boolean,
): McpEndpoint {
  const sessions = new Sessions(limits.sessions, limits.sessionIdleMs)
  const calls = createModern(tools, limits)
  const subscriptions = createModern(tools, limits)
  const serveCall = toNodeHandler(calls)
  const serveSubscription = toNodeHandler(subscriptions)
  return {
    get sessionCount() {
      return sessions.count
    },
    async handle(req, res, exchange, body) {
      attach(req, exchange)
      if (req.method === 'POST' && isModern(req, body)) {
        const listens = isFields(body) && body['method'] === 'subscriptions/listen'
        return (listens ? serveSubscription : serveCall)(req as NodeIncomingMessageLike, res, body)
      }
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
      const transport = !stateless && isInitialize(body) ? openSession(res) : oneRequest(res)
      await createSdkServer(mcpServerOptions(tools), false).connect(transport)
      return transport.handleRequest(req, res, body)
    },
    stopListening: () => subscriptions.close(),
    async close() {
      await Promise.all([sessions.close(), calls.close(), subscriptions.close()])
    },
  }

  function openSession(res: ServerResponse): NodeStreamableHTTPServerTransport {
    if (!sessions.makeRoom()) {
      throw new HttpError(503, 'overloaded', `${limits.sessions} sessions are open already`)
    }
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => sessions.add(id, transport, res),
      onsessionclosed: (id) => sessions.remove(id),
    })
    return transport
  }
}

const createModern = (tools: ToolSet, limits: ServiceLimits) =>
  createMcpHandler((context) => serverForOne(context, tools), {
    legacy: 'reject',
    maxSubscriptions: limits.sessions,
    keepAliveMs: Math.max(1, Math.floor(limits.idleMs / 3)),
  })

/** The header is present and equals the body, or the request would have been refused before. */
function serverForOne({ requestInfo }: McpRequestContext, tools: ToolSet): McpServer {
  const method = requestInfo?.headers.get('mcp-method') ?? undefined
  return createSdkServer(mcpServerOptions(tools), true, method)
}

/** A request gives its revision in its body or in its header; if they differ, the SDK refuses it. */
function isModern(req: IncomingMessage, body: unknown): boolean {
  const header = req.headers['mcp-protocol-version']
  return (
    (typeof header === 'string' && isModernRevision(header)) ||
    (isFields(body) && claimedRevision(body['params']) !== undefined)
  )
}

/** The method first: to validate every call as an `initialize` takes longer than to find its tool. */
const isInitialize = (body: unknown): boolean =>
  isFields(body) && body['method'] === 'initialize' && isInitializeRequest(body)

function oneRequest(res: ServerResponse): NodeStreamableHTTPServerTransport {
  const transport = new NodeStreamableHTTPServerTransport({ enableJsonResponse: true })
  res.once('close', () => void transport.close())
  return transport
}
