// `mcp-pruner wrap --http`: the gateway for HTTP clients.

import { AppError } from '../errors/app-error.js'
import type { RunSession } from '../gateway/over-http/endpoint.js'
import { createGatewayMetrics, type GatewayMetrics } from '../gateway/over-http/gateway-metrics.js'
import { startGatewayServer } from '../gateway/over-http/start.js'
import type { HttpOptions, WrapOptions } from '../gateway/wrap-options.js'
import type { EmitEvent } from '../process/events.js'

/** With several servers, a tool's name begins with its server's name. */
export function countCalls({ upstreams }: Pick<WrapOptions, 'upstreams'>): GatewayMetrics {
  const [only, ...others] = upstreams
  return createGatewayMetrics((tool) =>
    only && others.length === 0 ? only.name : tool.slice(0, Math.max(0, tool.indexOf('__'))),
  )
}

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
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}/mcp`
  emit('info', 'gateway.ready', { data: { url } })
  process.stdout.write(`mcp-pruner listens on ${url}\n`)
  if (!stop.aborted) {
    await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  }
  await server.close()
}
