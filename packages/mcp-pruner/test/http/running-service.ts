// The real command, started on a free port, and the ways in which callers talk to it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { memoryStore } from '@jeeves/mcp-runtime'
import { type ServiceOptions, startService } from '../../src/http/service.js'
import { createEmitter } from '../../src/process/events.js'
import { PATIENT } from '../stdio/raw-server.js'

export const COMMAND = fileURLToPath(new URL('../../dist/index.js', import.meta.url))

export interface ServiceEvent {
  readonly event: string
  readonly level: string
  readonly data?: Readonly<Record<string, unknown>>
}

export interface RunningService {
  readonly url: string
  readonly port: number
  readonly child: ChildProcess
  readonly events: ServiceEvent[]
  /** Resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

type Env = Readonly<Record<string, string>>

const spawnServe = (args: readonly string[], env: Env, command = COMMAND): ChildProcess =>
  spawn(process.execPath, [command, 'serve', ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      MCP_PRUNER_LEDGER: 'off',
      ...PATIENT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

export async function runService(
  args: readonly string[] = [],
  env: Env = {},
  command = COMMAND,
): Promise<RunningService> {
  const child = spawnServe(['--port', '0', ...args], env, command)
  const exited = once(child, 'exit')
  const events: ServiceEvent[] = []
  const ready = new Promise<number>((resolve, reject) => {
    const seen: string[] = []
    createInterface({ input: child.stderr! }).on('line', (line) => {
      seen.push(line)
      if (!line.startsWith('{')) return
      const event = JSON.parse(line) as ServiceEvent
      events.push(event)
      if (event.event === 'service.ready') resolve(Number(event.data?.port))
    })
    child.once('exit', () => reject(new Error(`the service did not start:\n${seen.join('\n')}`)))
  })
  child.stdout?.resume()
  const port = await ready
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    child,
    events,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}

/** The service inside this process, for limits that nobody would wait for and parts that must fail. */
export async function startHere(options: Partial<ServiceOptions> = {}) {
  const events: ServiceEvent[] = []
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    access: { token: undefined, loopbackOnly: true, allowedHosts: new Set() },
    stateless: false,
    inputLimit: { unit: 'bytes', max: 2_000_000 },
    store: memoryStore(),
    // As it is shipped; from the sources each worker would first have to be transpiled.
    workerUrl: new URL('../../dist/prune-worker.js', import.meta.url),
    emit: createEmitter('debug', (line) => events.push(JSON.parse(line) as ServiceEvent)),
    ...options,
  })
  return { ...service, url: `http://127.0.0.1:${service.port}`, events }
}

/** For starts that are meant to fail. */
export async function failToServe(args: readonly string[], env: Env = {}) {
  const child = spawnServe(args, env)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- what came over the wire is the thing under test
  readonly json: any
}

/** Unlike fetch it sends any Host, any method and any bytes. */
export function http(
  url: string,
  options: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Buffer
  } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options
    const sent = request(url, { method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = res.headers['content-type']?.includes('json') && text !== ''
        const json: unknown = isJson ? JSON.parse(text) : undefined
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const post = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  http(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })

let lastId = 0

export const rpc = async (url: string, method: string, params?: unknown) =>
  (await post(`${url}/rpc`, { jsonrpc: '2.0', id: ++lastId, method, params })).json

/** The payload of a tool's answer; throws the error object when there is one. */
export async function callTool(url: string, name: string, args: unknown) {
  const answer = await rpc(url, 'tools/call', { name, arguments: args })
  if (answer.error) throw Object.assign(new Error(answer.error.message), { rpc: answer.error })
  return JSON.parse(answer.result.content[0].text)
}

export const PRUNE_OPTIONS = {
  max_prune_ratio: 0.9,
  min_keep_lines: 1,
  timeout_ms: 20_000,
  annotate_lines: false,
  include_markers: true,
}

export const pruneArguments = (text: string, options: object = {}) => ({
  text,
  goal_hint: 'how is a session token checked for expiry',
  source_type: 'code',
  options: { ...PRUNE_OPTIONS, ...options },
})

/** Code in which one function of many answers the question. */
export function sampleCode(functions: number): string {
  const parts = ['import { clock } from "./clock.js"', '']
  for (let i = 0; i < functions; i++) {
    if (i === Math.floor(functions / 2)) {
      parts.push(
        'export function checkSessionExpiry(session) {',
        '  // a session token is valid until its expiry',
        '  return session.token.expiry > clock()',
        '}',
        '',
      )
      continue
    }
    const steps = ['width', 'height', 'colour', 'border', 'shadow', 'corner', 'margin', 'outline']
    parts.push(
      `export function drawShape${i}(canvas) {`,
      ...steps.map(
        (step) => `  canvas.${step} = palette.${step}[${i}] ?? canvas.default("${step}")`,
      ),
      '  return canvas.paint()',
      '}',
      '',
    )
  }
  return parts.join('\n')
}

/** A whole `tools/call`; its first line, `// id`, identifies its answer. */
export const pruneCall = (id: number, functions: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'prune_text', arguments: pruneArguments(`// ${id}\n${sampleCode(functions)}`) },
})
