// A loopback HTTP server that records every request.

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface StandIn {
  readonly origin: string
  /** `METHOD /path` of every request, and `CONNECT host:port` of every attempt to get out. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export type Answer = (path: string, body: string, response: ServerResponse) => void

export async function listen(answer: Answer): Promise<StandIn> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '')
    asked.push(`${request.method} ${path}`)
    text(request).then(
      (body) => answer(path, body, response),
      () => response.destroy(),
    )
  })
  // A client that is ended resets its connections; that does not fail the test.
  server.on('connection', (socket) => socket.on('error', () => {}))
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    // A client that ends while it is refused resets the connection.
    socket.on('error', () => {})
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers with a stream of server-sent events, each named by its own type. */
export function sendEvents(
  response: ServerResponse,
  events: readonly { readonly type: string }[],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
