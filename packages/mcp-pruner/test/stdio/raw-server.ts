// The built command, spoken to in raw JSON-RPC, with every event it writes on stderr at hand.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

export interface Message {
  readonly jsonrpc: string
  readonly id: number | string | null
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

export class RawServer {
  readonly child: ChildProcessWithoutNullStreams
  readonly messages: Message[] = []
  readonly exited: Promise<{ code: number | null; signal: string | null }>
  stderr = ''
  stdout = ''
  #nextId = 1
  #waiting: (() => void)[] = []

  constructor(
    root: string,
    env: Record<string, string | undefined> = {},
    args: string[] = [],
    entry = ENTRY,
  ) {
    this.child = spawn(process.execPath, [entry, ...args], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        MCP_PRUNER_CWD: root,
        MCP_PRUNER_STORE: 'memory',
        ...env,
      },
    })
    this.child.stdin.on('error', () => {})
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text))
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
      this.#wake()
    })
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve({ code, signal }))
    })
  }

  get events(): ServerEvent[] {
    return this.stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ServerEvent)
  }

  /** Without the last, perhaps unfinished, line. */
  eventsNamed(name: string): ServerEvent[] {
    const whole = this.stderr.slice(0, this.stderr.lastIndexOf('\n') + 1)
    return whole
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as ServerEvent)
      .filter(({ event }) => event === name)
  }

  #receive(text: string): void {
    this.stdout += text
    for (let end = this.stdout.indexOf('\n'); end !== -1; end = this.stdout.indexOf('\n')) {
      this.messages.push(JSON.parse(this.stdout.slice(0, end)) as Message)
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
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    }
  }

  line(text: string): void {
    this.child.stdin.write(`${text}\n`)
  }

  send(message: object): void {
    this.line(JSON.stringify(message))
  }

  answerTo(id: number | string | null): Promise<Message> {
    return this.until(() => this.messages.find((message) => message.id === id))
  }

  request(method: string, params?: unknown): Promise<Message> {
    const id = this.#nextId++
    this.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
    return this.answerTo(id)
  }

  /** The id, for calls that are not waited for. */
  start(name: string, args: object): number {
    const id = this.#nextId++
    this.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
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

  initialize(clientName = 'a-test'): Promise<Message> {
    return this.request('initialize', {
      protocolVersion: '2025-06-18',
      clientInfo: { name: clientName, version: '1' },
      capabilities: {},
    })
  }

  /** The event, once it has been written. */
  event(name: string, requestId?: string): Promise<ServerEvent> {
    return this.until(() =>
      this.eventsNamed(name).find(
        ({ request_id }) => requestId === undefined || request_id === requestId,
      ),
    )
  }

  async end(): Promise<{ code: number | null; signal: string | null }> {
    this.child.stdin.end()
    return this.exited
  }
}

/** A fresh folder with these files. */
export function makeTree(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-pruner-')))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  return root
}

export const removeTree = (root: string): void => rmSync(root, { recursive: true, force: true })

/** Source code of which one function answers a question about retries. */
export function longSource(functions = 60): string {
  const bodies = Array.from({ length: functions }, (_, i) =>
    [
      `export function colour${i}(shade: number): number {`,
      `  const mixed = shade * ${i} + 7`,
      `  const brightness = mixed / 255`,
      `  const saturation = brightness * 3`,
      `  return Math.round(saturation)`,
      `}`,
      '',
    ].join('\n'),
  )
  const wanted = [
    'export function retryDelay(attempt: number): number {',
    '  // Exponential backoff between retries, with an upper bound.',
    '  const backoff = 100 * 2 ** attempt',
    '  return Math.min(backoff, 30_000)',
    '}',
    '',
  ].join('\n')
  return [...bodies.slice(0, functions / 2), wanted, ...bodies.slice(functions / 2)].join('\n')
}
