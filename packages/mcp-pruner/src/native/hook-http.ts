// The private socket over HTTP: a hook calls it with curl, which starts several times faster than Node. While
// the engine works, a blank is sent now and then: a second without one means that the server is gone.
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { isFields } from '../clients/sessions/session-event.js'
import { type AnswerQuestion, type HookSocket, listenAt } from './hook-socket.js'

const MAX_QUESTION_BYTES = 64 * 1024 * 1024
const SIGN_OF_LIFE_MS = 300

/** `undefined` where sockets are not files. */
export async function openHookHttp(
  path: string,
  answer: AnswerQuestion,
): Promise<HookSocket | undefined> {
  if (process.platform === 'win32') return undefined
  // Left by a killed server with the same process id.
  rmSync(path, { force: true })
  const server = createServer((request, response) => {
    response.on('error', () => {})
    void reply(request, response, answer)
  })
  await listenAt(server, path)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: AnswerQuestion,
): Promise<void> {
  const isLong = Number(request.headers['content-length'] ?? 0) > MAX_QUESTION_BYTES
  const told = isLong ? undefined : await json(request).catch(() => undefined)
  const [, client, parent] = (request.url ?? '').split('/')
  if (request.method !== 'POST' || !isFields(told)) {
    response.writeHead(400).end('{}')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(' ')
  const alive = setInterval(() => response.write(' '), SIGN_OF_LIFE_MS)
  try {
    const found = await answer({ hook: { ...told, client, parent_pid: Number(parent) } })
    response.end(JSON.stringify(found))
  } catch {
    response.end('{}')
  } finally {
    clearInterval(alive)
  }
}
