// The private socket of a running server, for programs of the same user only: HTTP, so that a hook's script can call it
// with curl, which starts several times faster than Node. While the engine works, a blank is sent now and then: a second
// without one means that the server is gone.
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { isFields } from '../clients/sessions/session-event.js'
import { isOwnFolder } from './own-path.js'
import { socketName } from './server-address.js'

const MAX_HOOK_BYTES = 64 * 1024 * 1024
const SIGN_OF_LIFE_MS = 300

export interface HookServer {
  readonly path: string
  close(): Promise<void>
}

type AnswerHook = (hook: unknown) => Promise<object>

/** `folders`, best first: a socket's path is limited to about a hundred bytes. */
export async function openHookServer(
  folders: readonly string[],
  answer: AnswerHook,
): Promise<HookServer> {
  const path = socketPath(folders)
  const server = createServer((request, response) => {
    response.on('error', () => {})
    void reply(request, response, answer)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  // It does not keep the process alive.
  server.unref()
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const MAX_PATH_BYTES = 100

function socketPath(folders: readonly string[]): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\mcp-pruner-${process.pid}`
  const paths = folders.filter(isOwnFolder).map((folder) => join(folder, socketName(process.pid)))
  const path = paths.find((each) => Buffer.byteLength(each) <= MAX_PATH_BYTES)
  if (path === undefined) throw new Error(`no folder of this user has a path short enough`)
  // Left by a killed server with the same process id.
  rmSync(path, { force: true })
  return path
}

/** A script cannot add to the hook's input: it names the client and the client's process in the path. */
async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: AnswerHook,
): Promise<void> {
  const isLong = Number(request.headers['content-length'] ?? 0) > MAX_HOOK_BYTES
  const hookInput = isLong ? undefined : await json(request).catch(() => undefined)
  const [, client, parent] = (request.url ?? '').split('/')
  if (request.method !== 'POST' || !isFields(hookInput)) {
    response.writeHead(400).end('{}')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(' ')
  const alive = setInterval(() => response.write(' '), SIGN_OF_LIFE_MS)
  try {
    const found = await answer({
      ...hookInput,
      ...(client && { client, parent_pid: Number(parent) }),
    })
    response.end(JSON.stringify(found))
  } catch {
    response.end('{}')
  } finally {
    clearInterval(alive)
  }
}
