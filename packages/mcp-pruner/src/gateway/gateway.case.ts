// For tests: a gateway in this process, between a client that is a pair of queues and servers on the loopback address.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type PruningMetadata, RESPONSE_PROFILES } from '@jeeves/contracts'
import { memoryStore } from '@jeeves/mcp-runtime'
import type { PrunableOutput, PruneOutput } from '../ask/prune-output.js'
import { createGuard } from '../call/guard.js'
import type { RecordedCall } from '../call/record-call.js'
import type { EmitEvent } from '../process/events.js'
import type { Channel } from '../rpc/channel.js'
import type { Fields } from '../rpc/message.js'
import { RpcError } from '../rpc/rpc-error.js'
import { Calls, type CallsOptions } from './calls/calls.js'
import { runGateway } from './gateway.js'
import { createGatewayMethods } from './gateway-methods.js'
import { loadPreset } from './presets/preset.js'
import { StoredAnswers } from './stored-answers/stored-answers.js'
import type { ServerSettings } from './wire/upstream/server-settings.js'
import type { UpstreamSpec } from './wire/upstream/spec.js'

type Request = { readonly method: string; readonly params: Fields }
export type Methods = Readonly<Record<string, (params: Fields) => unknown>>

const closing: (() => Promise<unknown>)[] = []

/** For `afterAll`. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

export interface WrappedServer {
  readonly spec: UpstreamSpec
  /** Requests and notifications, in their order. */
  readonly received: Request[]
}

/** A server of the revisions with `initialize`; a method that throws an `RpcError` fails with it. */
export async function serverOf(
  name: string,
  methods: Methods,
  settings?: ServerSettings,
): Promise<WrappedServer> {
  const received: Request[] = []
  const all: Methods = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, logging: {} },
      serverInfo: { name, version: '1' },
    }),
    ...methods,
  }
  const server: Server = createServer((request, response) => {
    if (request.method === 'POST') void answer(request, response)
    else response.writeHead(405).end()
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message = (await json(request)) as Partial<Request> & { readonly id?: number }
    const { id, method = '', params = {} } = message
    received.push({ method, params })
    if (id === undefined) return void response.writeHead(202).end()
    const found = await answered(all[method], params)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...found }))
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(
    () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  const spec = { kind: 'http', name, isNamed: true, url, headers: {} } as const
  return { spec: { ...spec, ...(settings && { settings }) }, received }
}

async function answered(method: Methods[string] | undefined, params: Fields): Promise<Fields> {
  if (!method) return { error: { code: -32601, message: 'Method not found' } }
  try {
    return { result: await method(params) }
  } catch (error) {
    const { code, message, data } = error as RpcError
    return { error: { code, message, data } }
  }
}

/** Tools that answer always the same. */
export const tools = (answers: Readonly<Record<string, object>>): Methods => ({
  'tools/list': () => ({
    tools: Object.keys(answers).map((name) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object', properties: {} },
    })),
  }),
  'tools/call': ({ name }) => answers[String(name)] ?? notThere(String(name)),
})

const notThere = (name: string): never => {
  throw new RpcError(-32602, `no tool ${name}`)
}

export interface Options {
  readonly client?: string
  readonly calls?: Partial<CallsOptions>
  readonly isDeferred?: boolean
  readonly isStrict?: boolean
  readonly emit?: EmitEvent
}

export class GatewayClient {
  readonly notifications: Request[] = []
  readonly recorded: RecordedCall[] = []
  readonly recovered: string[] = []
  readonly #channel: Channel
  readonly #waiting = new Map<number, (answer: Fields) => void>()
  #nextId = 1

  private constructor() {
    const take = (message: Fields) => {
      const { id, method } = message
      if (typeof method === 'string') this.notifications.push(message as never)
      else this.#waiting.get(Number(id))?.(message)
    }
    this.#channel = {
      onValue: () => {},
      onBroken: () => {},
      onClose: () => {},
      congested: false,
      send: (message) => take(message),
      sendText: (text) => take(JSON.parse(text) as Fields),
      close: () => Promise.resolve(),
    }
  }

  static async open(servers: readonly WrappedServer[], options: Options = {}) {
    const client = new GatewayClient()
    const stop = new AbortController()
    const run = client.#run(servers, options, stop.signal)
    closing.push(() => {
      stop.abort()
      return run
    })
    const clientInfo = { name: options.client ?? 'program', version: '1' }
    await client.connected
    client.initialized = await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    })
    client.notify('notifications/initialized')
    return client
  }

  initialized: Fields = {}
  #isConnected = () => {}
  readonly connected = new Promise<void>((resolve) => {
    this.#isConnected = resolve
  })

  async #run(
    servers: readonly WrappedServer[],
    options: Options,
    stop: AbortSignal,
  ): Promise<void> {
    const { emit = () => {}, isStrict: strict = false } = options
    const store = memoryStore({})
    const storedAnswers = new StoredAnswers(async () => store, emit)
    const guard = createGuard(emit)
    const limits = RESPONSE_PROFILES['claude-safe']
    const rules = {
      preset: await loadPreset(undefined),
      hasPreset: false,
      profile: 'claude-safe' as const,
      strict,
      timeLimitMs: undefined,
    }
    const calls = new Calls({
      rules,
      contract: 'overflow',
      seal: '',
      images: 'limit',
      pruneOutput: byWord,
      storedAnswers,
      record: (call) => void this.recorded.push(call),
      guard,
      emit,
      ...options.calls,
    })
    const additions = createGatewayMethods({
      calls,
      storedAnswers,
      listed: () => {},
      recovered: (ref) => void this.recovered.push(ref),
      limits,
      listing: { parameters: 'question', isDeferred: options.isDeferred ?? false },
      pruneOutput: byWord,
      guard,
      emit,
    })
    const connect = () => {
      setImmediate(this.#isConnected)
      return this.#channel
    }
    const upstreams = servers.map(({ spec }) => spec)
    await runGateway({ upstreams, connect, additions, emit, stop })
    calls.close()
  }

  /** The whole answer, a result or an error. */
  async ask(method: string, params: Fields = {}): Promise<Fields> {
    const id = this.#nextId++
    const answer = new Promise<Fields>((resolve) => this.#waiting.set(id, resolve))
    this.#channel.onValue({ jsonrpc: '2.0', id, method, params })
    return answer
  }

  async request(method: string, params: Fields = {}): Promise<Fields> {
    const { result, error } = await this.ask(method, params)
    if (error !== undefined) throw Object.assign(new Error('refused'), error)
    return result as Fields
  }

  call(name: string, args: Fields = {}): Promise<Fields> {
    return this.request('tools/call', { name, arguments: args })
  }

  notify(method: string, params: Fields = {}): void {
    this.#channel.onValue({ jsonrpc: '2.0', method, params })
  }
}

/** An engine that keeps the lines with the question's last word. */
export const byWord = (async (
  _tool: string,
  question: { readonly text: string } | undefined,
  produced: PrunableOutput<unknown>,
) => {
  const metadata: PruningMetadata = {
    attempted: question !== undefined,
    applied: false,
    fallback: false,
    raw_bytes: Buffer.byteLength(produced.text),
  }
  if (!question || produced.text === '') return { raw: produced.raw, metadata }
  const [word = ''] = /\w+(?=\W*$)/.exec(question.text) ?? []
  const lines = produced.text.split('\n')
  const keptLines = lines.flatMap((line, at) => (line.includes(word) ? [at + 1] : []))
  const text = keptLines.map((line) => lines[line - 1]).join('\n')
  const raw = produced.apply({ text, keptLines, engine: 'embedded' } as never)
  const counts = {
    original_lines: lines.length,
    kept_lines: keptLines.length,
    pruned_lines: lines.length - keptLines.length,
  }
  return { raw, keptLines, metadata: { ...metadata, applied: true, prune_id: PRUNE_ID, ...counts } }
}) as unknown as PruneOutput

export const PRUNE_ID = 'prn_00000000000000000000000000'
