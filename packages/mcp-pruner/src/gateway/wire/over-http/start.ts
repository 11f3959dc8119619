// The HTTP server of `wrap --http`: the service's own listener and access rules, with the gateway's paths.
import { type AccessPolicy } from '../../../http/access.js'
import { ByteBudget } from '../../../http/byte-budget.js'
import { watchConnections } from '../../../http/connections.js'
import { createHttpServer, listen } from '../../../http/http-server.js'
import { createRequestListener, UnderWay } from '../../../http/request-listener.js'
import { send, sendJson } from '../../../http/respond.js'
import type { Route } from '../../../http/routes.js'
import { DEFAULT_LIMITS } from '../../../http/service-limits.js'
import type { EmitEvent } from '../../../process/events.js'
import { GatewayEndpoint, type RunSession } from './endpoint.js'
import type { GatewayMetrics } from './gateway-metrics.js'

/** Each has its own processes. */
const MAX_SESSIONS = 64

export interface GatewayServer {
  readonly port: number
  close(): Promise<void>
}

export interface GatewayServerOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  readonly access: AccessPolicy
  readonly run: RunSession
  readonly metrics: GatewayMetrics
  readonly emit: EmitEvent
}

export async function startGatewayServer(options: GatewayServerOptions): Promise<GatewayServer> {
  const { host, access, metrics, emit } = options
  const limits = { ...DEFAULT_LIMITS, sessions: MAX_SESSIONS }
  const endpoint = new GatewayEndpoint(options.run, limits, emit)
  metrics.sessions(() => endpoint.sessionCount)
  const underWay = new UnderWay()
  const routes = new Map<string, Route>([
    [
      '/mcp',
      {
        methods: { POST: endpoint.post, GET: endpoint.listen, DELETE: endpoint.end },
        errors: 'rpc',
      },
    ],
    ['/health', { methods: { GET: health, HEAD: health }, errors: 'plain', open: true }],
    ['/metrics', { methods: { GET: scrape }, errors: 'plain' }],
  ])
  const server = createHttpServer(
    createRequestListener({
      routes,
      access,
      byteBudget: new ByteBudget(limits.heldBytes),
      limits,
      metrics: { request: () => {} },
      emit,
      underWay,
    }),
    limits,
  )
  watchConnections(server, { ...limits, trustedProxies: new Set() }, emit)
  const port = await listen(server, host, options.port)
  return {
    port,
    async close() {
      underWay.stopping = true
      server.close()
      await endpoint.close()
      server.closeAllConnections()
    },
  }

  async function health({ res }: Parameters<typeof endpoint.post>[0]): Promise<void> {
    sendJson(res, 200, { status: 'ok', sessions: endpoint.sessionCount })
  }

  async function scrape({ res }: Parameters<typeof endpoint.post>[0]): Promise<void> {
    send(res, 200, await metrics.text(), metrics.contentType)
  }
}
