// A swe-pruner service for tests: a real HTTP server that records what it is sent and answers as told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandIn {
  readonly url: string
  readonly requests: { readonly path: string; readonly headers: object; readonly body: string }[]
  close(): Promise<void>
}

export type Answer = (response: ServerResponse, body: string, path: string) => void

export const json =
  (value: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
  }

export async function startStandIn(answer: Answer, port = 0): Promise<StandIn> {
  const requests: StandIn['requests'] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = request.url ?? ''
      requests.push({ path, headers: request.headers, body })
      answer(response, body, path)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/prune`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
