// The handler of each path. What all of them share is in request-listener.ts.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { toolNameIn } from '../call/mcp-params.js'
import { isFields } from '../rpc/message.js'
import type { Admission } from './admission.js'
import { HttpError } from './http-error.js'
import type { McpEndpoint } from './mcp/endpoint.js'
import type { ServiceMetrics } from './metrics.js'
import type { Readiness } from './readiness.js'
import { type ErrorShape, send, sendJson } from './respond.js'
import { answerRpc } from './rpc/answer.js'
import { createDispatch } from './rpc/rpc-methods.js'
import type { ServiceLimits } from './service-limits.js'
import type { SwePrune } from './swe-prune.js'
import { httpHealthReport } from './tools/health.js'
import { PRUNE_TEXT } from './tools/service-definitions.js'
import type { ToolContext } from './tools/service-tool.js'
import type { ToolSet } from './tools/tool-set.js'

export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly context: ToolContext
  /** The request's body, within the limits. */
  readonly body: () => Promise<string>
}

export type Handler = (exchange: Exchange) => Promise<void>

export interface Route {
  readonly methods: Readonly<Partial<Record<string, Handler>>>
  /** The format of an error for a request that reaches no method. */
  readonly errors: ErrorShape
  /** Clients of a swe-pruner send none. */
  readonly mayOmitType?: boolean
  /** Open even if a token is required: a load balancer has none. */
  readonly open?: boolean
}

export interface RouteParts {
  readonly tools: ToolSet
  readonly swePrune: SwePrune
  readonly admission: Pick<Admission, 'refuseIfFull'>
  readonly mcp: McpEndpoint
  readonly readiness: () => Promise<Readiness>
  readonly metrics: ServiceMetrics
  readonly limits: ServiceLimits
}

export function createRoutes(parts: RouteParts): ReadonlyMap<string, Route> {
  const { mcp, metrics, limits, admission } = parts
  const dispatchFor = createDispatch(parts.tools)

  const rpc: Handler = async ({ res, body, context }) => {
    const answer = await answerRpc(await body(), dispatchFor(context), limits)
    if (answer.body === undefined) res.writeHead(204).end()
    else send(res, answer.overloaded ? 503 : 200, answer.body)
  }

  const mcpPost: Handler = async ({ req, res, body, context }) => {
    const message = parse(await body())
    // Here, because the SDK would answer it with 200.
    if (prunes(message)) admission.refuseIfFull()
    return mcp.handle(req, res, context.exchange, message)
  }
  const mcpOther: Handler = ({ req, res, context }) => mcp.handle(req, res, context.exchange)

  const swePrune: Handler = async ({ res, body, context }) => {
    const answer = await parts.swePrune(await body(), context)
    sendJson(res, answer.status, answer.body)
  }

  const health: Handler = async ({ res }) =>
    sendJson(res, 200, httpHealthReport(await parts.readiness()))

  const ready: Handler = async ({ res }) => {
    const report = await parts.readiness()
    sendJson(res, report.status === 'unavailable' ? 503 : 200, report)
  }

  const scrape: Handler = async ({ res }) =>
    send(res, 200, await metrics.text(), metrics.contentType)

  return new Map<string, Route>([
    ['/rpc', { methods: { POST: rpc }, errors: 'rpc' }],
    ['/mcp', { methods: { POST: mcpPost, GET: mcpOther, DELETE: mcpOther }, errors: 'rpc' }],
    ['/prune', { methods: { POST: swePrune }, errors: 'plain', mayOmitType: true }],
    ['/health', { methods: { GET: health, HEAD: health }, errors: 'plain', open: true }],
    ['/ready', { methods: { GET: ready, HEAD: ready }, errors: 'plain', open: true }],
    ['/metrics', { methods: { GET: scrape }, errors: 'plain' }],
  ])
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new HttpError(400, 'not_json', 'Parse error')
  }
}

const prunes = (message: unknown): boolean =>
  isFields(message) &&
  message['method'] === 'tools/call' &&
  toolNameIn(message['params']) === PRUNE_TEXT.name
