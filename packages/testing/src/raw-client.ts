// A process spoken to in raw JSON-RPC over stdio, with every event that it writes on stderr at hand.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { initializeRequest } from './initialize-request.js'

export interface Message {
  readonly jsonrpc: string
  readonly id: number | string | null
  readonly method?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the other side may send anything
  readonly params?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- the other side may send anything
  readonly result?: any
  // oxlint-disable-next-line typescript/no-explicit-any -- the other side may send anything
  readonly error?: { readonly code: number; readonly message: string; readonly data?: any }
}

export interface ServerEvent {
  readonly ts: string
  readonly level: string
  readonly event: string
  readonly request_id?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- each event has fields of its own
  readonly data?: any
}

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: string | null
}

export class RawClient {
  readonly child: ChildProcessWithoutNullStreams
  /** Received lines, and the messages among them. */
  readonly lines: string[] = []
  readonly messages: Message[] = []
  readonly exited: Promise<ProcessEnd>
  stderr = ''
  stdout = ''
  #nextId = 1
  #taken = 0
  #waiting: (() => void)[] = []
  #hasEnded = false

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.child = spawn(command, args, { env })
    this.child.stdin.on('error', () => {})
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text))
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      this.#wake()
    })
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        this.#hasEnded = true
        this.#wake()
        resolve({ code, signal })
      })
    })
  }

  get events(): ServerEvent[] {
    // Without the last, perhaps unfinished, line.
    const whole = this.stderr.slice(0, this.stderr.lastIndexOf('\n') + 1)
    return whole
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as ServerEvent)
  }

  eventsNamed(name: string): ServerEvent[] {
    return this.events.filter(({ event }) => event === name)
  }

  #receive(text: string): void {
    this.stdout += text
    for (let end = this.stdout.indexOf('\n'); end !== -1; end = this.stdout.indexOf('\n')) {
      const line = this.stdout.slice(0, end)
      this.lines.push(line)
      if (line.startsWith('{')) this.messages.push(JSON.parse(line) as Message)
      this.stdout = this.stdout.slice(end + 1)
    }
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting = []
  }

  async until<Value>(look: () => Value | undefined): Promise<Value> {
    for (;;) {
      const found = look()
      if (found !== undefined) return found
      if (this.#hasEnded) {
        throw new Error(
          `the process ended before it sent that; stderr: ${this.stderr.slice(-2000)}`,
        )
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    }
  }

  line(text: string): void {
    this.child.stdin.write(`${text}\n`)
  }

  send(message: object): void {
    this.line(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  /** The next line that is wanted, as it stood on the wire; those before it are skipped. */
  next(wanted: (message: Message) => boolean): Promise<string> {
    return this.until(() => {
      while (this.#taken < this.lines.length) {
        const line = this.lines[this.#taken++] ?? ''
        if (line.startsWith('{') && wanted(JSON.parse(line) as Message)) return line
      }
      return undefined
    })
  }

  answerTo(id: number | string | null): Promise<Message> {
    return this.until(() =>
      this.messages.find((message) => message.id === id && message.method === undefined),
    )
  }

  request(method: string, params?: unknown): Promise<Message> {
    const id = this.#nextId++
    this.send({ id, method, ...(params !== undefined && { params }) })
    return this.answerTo(id)
  }

  /** The id, for calls that are not waited for. */
  start(name: string, args: object): number {
    const id = this.#nextId++
    this.send({ id, method: 'tools/call', params: { name, arguments: args } })
    return id
  }

  call(name: string, args: unknown): Promise<Message> {
    return this.request('tools/call', { name, arguments: args })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the tests say what they expect
  async structured(name: string, args: unknown): Promise<any> {
    const { result, error } = await this.call(name, args)
    if (!result) throw new Error(`no result: ${JSON.stringify(error)}`)
    return result.structuredContent
  }

  initialize(clientName = 'a-test', capabilities: object = {}): Promise<Message> {
    const { params } = initializeRequest(clientName)
    return this.request('initialize', { ...params, capabilities })
  }

  /** The event, once it has been written. */
  event(name: string, requestId?: string): Promise<ServerEvent> {
    return this.until(() =>
      this.eventsNamed(name).find(
        ({ request_id }) => requestId === undefined || request_id === requestId,
      ),
    )
  }

  async end(): Promise<ProcessEnd> {
    this.child.stdin.end()
    return this.exited
  }
}
