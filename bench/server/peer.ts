// A minimal client, so that the server is what is measured.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'

export class Peer {
  readonly #child: ChildProcessWithoutNullStreams
  #buffer: Buffer[] = []
  #waiting = new Map<number, (message: Answer) => void>()
  #nextId = 1

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(process.execPath, args, { env: { ...process.env, ...env } })
    this.#child.stderr.resume()
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  #receive(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#buffer, rest.subarray(0, end)]).toString('utf8')
      this.#buffer = []
      rest = rest.subarray(end + 1)
      const message = JSON.parse(line) as Answer
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    }
    if (rest.length > 0) this.#buffer.push(rest)
  }

  request(method: string, params: object): Promise<Answer> {
    const id = this.#nextId++
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
    })
  }

  initialize(): Promise<Answer> {
    const clientInfo = { name: 'bench', version: '1' }
    return this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo,
    })
  }

  async call(name: string, args: object): Promise<Answer> {
    const answer = await this.request('tools/call', { name, arguments: args })
    if (answer.error || answer.result?.isError)
      throw new Error(JSON.stringify(answer).slice(0, 500))
    return answer
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => {
      this.#child.once('close', resolve)
    })
    this.#child.stdin.end()
    const timer = setTimeout(() => this.#child.kill(), 2000)
    await ended
    clearTimeout(timer)
  }
}

export interface Answer {
  readonly id: number
  readonly error?: unknown
  readonly result?: {
    readonly isError?: boolean
    readonly content?: readonly { readonly text: string }[]
    readonly tools?: readonly object[]
    readonly structuredContent?: { readonly match_count?: number }
  }
}
