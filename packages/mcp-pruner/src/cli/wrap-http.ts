// `mcp-pruner wrap --http`: the gateway for HTTP clients.

import { AppError } from '../errors/app-error.js'
import type { RunSession } from '../gateway/wire/over-http/endpoint.js'
import type { GatewayMetrics } from '../gateway/wire/over-http/gateway-metrics.js'
import { startGatewayServer } from '../gateway/wire/over-http/start.js'
import type { HttpOptions } from '../gateway/wrap-options.js'
import type { EmitEvent } from '../process/events.js'
import { httpUrl, reportListening } from './verb.js'

export { createGatewayMetrics } from '../gateway/wire/over-http/gateway-metrics.js'

/** Until `stop` fires. */
export async function serveHttp(
  { host, port, access }: HttpOptions,
  run: RunSession,
  metrics: GatewayMetrics,
  emit: EmitEvent,
  stop: AbortSignal,
): Promise<void> {
  const server = await startGatewayServer({ host, port, access, run, metrics, emit }).catch(
    (error: NodeJS.ErrnoException) => {
      const why = error.code ?? error.message
      throw new AppError('start_failed', `cannot listen on ${host}:${port}: ${why}`)
    },
  )
  reportListening(emit, 'gateway.ready', { url: `${httpUrl(host, server.port)}/mcp` })
  if (!stop.aborted) {
    await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  }
  await server.close()
}
