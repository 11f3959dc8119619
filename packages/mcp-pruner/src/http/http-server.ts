// The HTTP server of the service and of the page: its limits, its start and its end.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceLimits } from './service-limits.js'

export function createHttpServer(listener: RequestListener, limits: ServiceLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
  })
  server.on('request', listener)
  // The same, but the caller waits for `100 Continue` before it sends its body: readBody sends it.
  server.on('checkContinue', listener)
  server.setTimeout(limits.idleMs)
  server.maxConnections = limits.connections
  return server
}

/** Resolves with the port. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
