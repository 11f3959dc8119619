// The private socket of a running server: one request per connection, for programs of the same user only.
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createLineReader } from '../rpc/line-reader.js'
import { isOwnFolder } from './own-path.js'
import { socketName } from './server-address.js'

const MAX_QUESTION_BYTES = 64 * 1024 * 1024

export interface HookSocket {
  readonly path: string
  close(): Promise<void>
}

export type AnswerQuestion = (question: unknown) => Promise<object>

/** `folders`, best first: a socket's path is limited to about a hundred bytes. */
export async function openHookSocket(
  folders: readonly string[],
  answer: AnswerQuestion,
): Promise<HookSocket> {
  const path = socketPath(folders)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    const lines = createLineReader(
      (line) => void reply(socket, line, answer),
      () => socket.destroy(),
      MAX_QUESTION_BYTES,
    )
    socket.on('data', lines.push)
  })
  await listenAt(server, path)
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Does not keep the process alive. */
export async function listenAt(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  server.unref()
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

async function reply(socket: Socket, line: string, answer: AnswerQuestion): Promise<void> {
  socket.write('heard\n')
  let question: unknown
  try {
    question = JSON.parse(line)
  } catch {
    socket.end('{}\n')
    return
  }
  socket.end(`${JSON.stringify(await answer(question).catch(() => ({})))}\n`)
}
