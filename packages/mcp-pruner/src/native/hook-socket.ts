// The private socket of a running server: one question a connection, for programs of the same user alone.
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createLineReader } from '../rpc/line-reader.js'

const MAX_QUESTION_BYTES = 64 * 1024 * 1024

export interface HookSocket {
  readonly path: string
  close(): Promise<void>
}

export type AnswerQuestion = (question: unknown) => Promise<object>

export async function openHookSocket(folder: string, answer: AnswerQuestion): Promise<HookSocket> {
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\mcp-pruner-${process.pid}` : join(folder, 's.sock')
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  // It answers while the server lives; it does not keep it alive.
  server.unref()
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
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
