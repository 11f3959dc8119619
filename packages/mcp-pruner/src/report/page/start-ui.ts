// The page's server: the service's own listener with other paths, on loopback, protected by a token.
import { randomBytes } from 'node:crypto'
import { ByteBudget } from '../../http/byte-budget.js'
import { createHttpServer, listen } from '../../http/http-server.js'
import { createRequestListener, UnderWay } from '../../http/request-listener.js'
import { DEFAULT_LIMITS } from '../../http/service-limits.js'
import type { EmitEvent } from '../../process/events.js'
import { createUiRoutes, type UiParts } from './ui-routes.js'

export interface UiServer {
  /** With the token. */
  readonly address: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'

export async function startUi(parts: UiParts, port: number, emit: EmitEvent): Promise<UiServer> {
  const token = randomBytes(24).toString('base64url')
  const listener = createRequestListener({
    routes: createUiRoutes(parts),
    access: { token, loopbackOnly: true, allowedHosts: new Set() },
    byteBudget: new ByteBudget(DEFAULT_LIMITS.heldBytes),
    limits: DEFAULT_LIMITS,
    metrics: { request: () => {} },
    emit,
    underWay: new UnderWay(),
  })
  const server = createHttpServer(listener, DEFAULT_LIMITS)
  const bound = await listen(server, HOST, port)
  return {
    address: `http://${HOST}:${bound}/#${token}`,
    async close() {
      parts.replay.stop()
      server.close()
      server.closeAllConnections()
      await parts.recovery.close()
    },
  }
}
