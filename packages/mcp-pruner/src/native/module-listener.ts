// How Claude Code's hooks module reaches the server of its session: over HTTP on the loopback address, with
// a secret that only this user can read. Such a module cannot open any other kind of socket.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { replaceFileSync } from '@jeeves/mcp-runtime/files'
import { claudeSessionFile } from '../clients/hook-names.js'

const HOST = '127.0.0.1'
const MAX_BODY_BYTES = 64 * 1024 * 1024
const MAX_SESSIONS = 100
const SESSION_ID = /^[\w-]{1,64}$/

type AnswerHook = (hook: unknown) => Promise<object>

export class ModuleListener {
  readonly #secret = randomBytes(32).toString('hex')
  readonly #files = new Map<string, string>()
  #server: Promise<Server> | undefined
  #isClosed = false

  readonly #dataFolder: string
  readonly #answer: AnswerHook

  constructor(dataFolder: string, answer: AnswerHook) {
    this.#dataFolder = dataFolder
    this.#answer = answer
  }

  /** From now on the module of this session finds the server. The port is opened for the first one. */
  async expect(session: string): Promise<void> {
    if (this.#files.has(session) || !SESSION_ID.test(session) || this.#isClosed) return
    if (this.#files.size >= MAX_SESSIONS) return
    const file = claudeSessionFile(this.#dataFolder, session)
    this.#files.set(session, file)
    this.#server ??= this.#listen()
    const { port } = (await this.#server).address() as AddressInfo
    const url = `http://${HOST}:${port}/`
    const { pid } = process
    replaceFileSync(file, `${JSON.stringify({ url, secret: this.#secret, pid })}\n`)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const file of this.#files.values()) if (this.#isOwn(file)) rmSync(file, { force: true })
    const server = await this.#server?.catch(() => undefined)
    server?.closeAllConnections()
    server?.close()
  }

  /** A client that restarts its server may start the new one before the old one has ended. */
  #isOwn(file: string): boolean {
    try {
      return readFileSync(file, 'utf8').includes(this.#secret)
    } catch {
      return false
    }
  }

  #listen(): Promise<Server> {
    const server = createServer((request, response) => void this.#reply(request, response))
    // It does not keep the process alive.
    server.unref()
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, HOST, () => resolve(server))
    })
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'POST' || !this.#isAllowed(request)) {
        response.writeHead(403).end()
        return
      }
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > MAX_BODY_BYTES) {
        response.writeHead(413).end()
        return
      }
      const hook: unknown = JSON.parse((await buffer(request)).toString('utf8'))
      const body = JSON.stringify(await this.#answer(hook))
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    } catch {
      response.writeHead(400).end()
    }
  }

  /** A page in a browser knows neither the secret nor, through another name for this machine, the host. */
  #isAllowed({ headers, socket }: IncomingMessage): boolean {
    const given = Buffer.from(headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${this.#secret}`)
    const isHost = headers.host === `${HOST}:${socket.localPort}` && headers.origin === undefined
    return isHost && given.length === wanted.length && timingSafeEqual(given, wanted)
  }
}
