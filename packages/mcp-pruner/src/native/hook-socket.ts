// The private socket of a running server: one question a connection, for programs of the same user alone.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolderSync } from '../process/make-folder.js'
import { createLineReader } from '../rpc/line-reader.js'
import { addressFile } from './server-address.js'

/** What the system allows for a socket's path, with a little to spare. */
const MAX_PATH = 100
const MAX_QUESTION_BYTES = 64 * 1024 * 1024

export interface HookSocket {
  close(): Promise<void>
}

export type AnswerQuestion = (question: unknown) => Promise<object>

export async function openHookSocket(run: string, answer: AnswerQuestion): Promise<HookSocket> {
  makeFolderSync(run)
  const { path, folder } = socketPath(run)
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
  const file = addressFile(run, process.pid)
  writeFileSync(file, `${path}\n`, { mode: 0o600 })
  return {
    close: () =>
      new Promise((resolve) => {
        rmSync(file, { force: true })
        for (const socket of open) socket.destroy()
        server.close(() => {
          if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
          resolve()
        })
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

function socketPath(run: string): { path: string; folder?: string } {
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\mcp-pruner-${process.pid}` }
  const path = join(run, `${process.pid}.sock`)
  rmSync(path, { force: true })
  if (path.length <= MAX_PATH) return { path }
  const folder = mkdtempSync(join(tmpdir(), 'mcp-pruner-'))
  return { path: join(folder, 's.sock'), folder }
}
