// Open MCP sessions, limited in number and idle time. One in use is never dropped.
import type { ServerResponse } from 'node:http'
import type { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node'
import { currentCaller } from '../callers.js'

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport
  /** Nobody else can use or end it. */
  readonly owner: string | undefined
  /** Responses in progress, including an open event stream. */
  open: number
  /** Those of them that answer a request. */
  requests: number
  lastUsed: number
}

export class Sessions {
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>()
  readonly #sweep: NodeJS.Timeout
  readonly #limit: number
  readonly #idleMs: number

  constructor(limit: number, idleMs: number) {
    this.#limit = limit
    this.#idleMs = idleMs
    this.#sweep = setInterval(() => this.#dropIdle(), Math.max(1_000, idleMs / 10))
    this.#sweep.unref()
  }

  get count(): number {
    return this.#sessions.size
  }

  /** False when every session has a request in progress and the limit is reached. */
  makeRoom(): boolean {
    if (this.#sessions.size < this.#limit) return true
    // An open event stream does not count as use: the session with the oldest request is dropped.
    for (const [id, session] of this.#sessions) {
      if (session.requests === 0) {
        this.#drop(id, session)
        return true
      }
    }
    return false
  }

  add(id: string, transport: NodeStreamableHTTPServerTransport, res: ServerResponse): void {
    this.#sessions.set(id, { transport, owner: currentCaller(), open: 0, requests: 0, lastUsed: 0 })
    this.use(id, res)
  }

  /** Counts as in use until the response is closed. */
  use(id: string, res: ServerResponse): NodeStreamableHTTPServerTransport | undefined {
    const session = this.#sessions.get(id)
    if (!session || session.owner !== currentCaller()) return undefined
    this.#sessions.delete(id)
    this.#sessions.set(id, session)
    const added = res.req.method === 'GET' ? 0 : 1
    session.open += 1
    session.requests += added
    res.once('close', () => {
      session.open -= 1
      session.requests -= added
      session.lastUsed = performance.now()
    })
    return session.transport
  }

  remove(id: string): void {
    this.#sessions.delete(id)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep)
    const all = [...this.#sessions.values()]
    this.#sessions.clear()
    await Promise.all(all.map((session) => session.transport.close()))
  }

  #dropIdle(): void {
    const oldest = performance.now() - this.#idleMs
    for (const [id, session] of this.#sessions) {
      if (session.open === 0 && session.lastUsed < oldest) this.#drop(id, session)
    }
  }

  #drop(id: string, session: Session): void {
    this.#sessions.delete(id)
    void session.transport.close()
  }
}
