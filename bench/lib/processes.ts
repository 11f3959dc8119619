// The built command and its rivals as processes. A run that fails leaves none behind.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { initializeRequest } from '@jeeves/testing'

export const COMMAND = fileURLToPath(
  new URL('../../packages/mcp-pruner/dist/index.js', import.meta.url),
)

type Env = Readonly<Record<string, string>>
// oxlint-disable-next-line typescript/no-explicit-any -- each benchmark judges what comes back
export type Answer = { readonly id?: number; readonly result?: any; readonly error?: any }

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Node with these arguments. */
export function start(args: readonly string[], env: Env, options: SpawnOptions = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, MCP_PRUNER_LOG_LEVEL: 'error', ...env },
    ...options,
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export const firstLine = async ({ stdout }: ChildProcess): Promise<string> => {
  const [line] = (await once(createInterface({ input: stdout! }), 'line')) as [string]
  return line
}

/** A minimal client over stdio, so that the server is what is measured. */
export class StdioPeer {
  readonly child: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #buffer: Buffer[] = []
  #nextId = 1

  constructor(args: readonly string[], env: Env = {}) {
    this.child = start(args, env)
    this.child.stdout!.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  #receive(chunk: Buffer): void {
    let rest = chunk
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#buffer, rest.subarray(0, end)]).toString('utf8')
      this.#buffer = []
      rest = rest.subarray(end + 1)
      const answer = JSON.parse(line) as Answer
      this.#waiting.get(Number(answer.id))?.(answer)
      this.#waiting.delete(Number(answer.id))
    }
    if (rest.length > 0) this.#buffer.push(rest)
  }

  async initialize(): Promise<void> {
    await this.request('initialize', initializeRequest('bench').params)
    this.child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  }

  request(method: string, params: object): Promise<Answer> {
    const id = this.#nextId++
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  call(name: string, args: object): Promise<Answer> {
    return this.request('tools/call', { name, arguments: args })
  }

  /** Like `call`, for benchmarks that no failure may enter. */
  async succeed(name: string, args: object): Promise<Answer> {
    const answer = await this.call(name, args)
    if (!answer.error && !answer.result?.isError) return answer
    throw new Error(JSON.stringify(answer).slice(0, 500))
  }

  async stop(): Promise<void> {
    this.child.stdin?.end()
    const timer = setTimeout(() => this.child.kill(), 10_000)
    await once(this.child, 'exit')
    clearTimeout(timer)
  }
}

export interface Service {
  readonly url: string
  readonly child: ChildProcess
  stop(): Promise<void>
}

/** The service, or a program that prints its address like it when it is ready. */
export async function startService(
  env: Env = {},
  program: readonly string[] = [COMMAND, 'serve', '--port', '0'],
): Promise<Service> {
  const child = start(program, env)
  const url = /http:\S+/.exec(await firstLine(child))?.[0] ?? ''
  return {
    url,
    child,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Resident memory; Linux only. */
export function residentBytes({ pid }: { readonly pid?: number | undefined }): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

/** User and system time of all its threads, without processes that it started; Linux only. */
export function processorMs(pid: number | undefined): number {
  // Fields 14 and 15, in ticks of 10 ms, counted after the program's name, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
