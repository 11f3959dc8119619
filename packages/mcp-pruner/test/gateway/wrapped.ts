// Starts the built command around a server, and a real SDK client in front of it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { initializeRequest, makeRunFolder, RawClient } from '@jeeves/testing'
import { Client as ModernClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio'
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { PATIENT } from '../stdio/raw-server.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const COMMAND = at('../../dist/index.js')
export const AWKWARD = ['node', at('./awkward-server.mjs')] as const
export const AUTOMATOSX = at('./automatosx-server.mjs')
export const SQLITE_LIKE = ['node', at('./sqlite-like-server.mjs')] as const
export const serverFromNpm = (name: string, ...args: string[]) => [
  at(`../../node_modules/.bin/mcp-server-${name}`),
  ...args,
]

export interface WrapInput {
  readonly server?: readonly string[]
  readonly options?: readonly string[]
  readonly env?: Record<string, string>
  readonly client?: ClientOptions
  /** What the client calls itself. */
  readonly name?: string
  /** Notes are seen with their seals. */
  readonly isSealed?: boolean
}

const wrapArguments = ({ server = AWKWARD, options = [] }: WrapInput) => [
  COMMAND,
  'wrap',
  ...options,
  ...(server.length > 0 ? ['--', ...server] : []),
]

const cacheFolder = makeRunFolder()

/** Its own browser is not needed to list tools; pages are shown in Debian's. */
export const PLAYWRIGHT = [
  at('../../node_modules/.bin/playwright-mcp'),
  '--headless',
  '--isolated',
  '--no-sandbox',
  '--executable-path',
  '/usr/bin/chromium',
  '--output-dir',
  join(cacheFolder, 'playwright'),
]

const environment = (env: Record<string, string> = {}) => ({
  ...(process.env as Record<string, string>),
  MCP_PRUNER_LOG_LEVEL: 'error',
  MCP_PRUNER_CACHE_DIR: cacheFolder,
  ...PATIENT,
  ...env,
})

export interface Connected {
  readonly client: Client
  readonly pid: number
  readonly stderr: () => string
  readonly close: () => Promise<void>
}

export async function connect(input: WrapInput = {}): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: wrapArguments(input),
    env: environment(input.env),
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const { name = 'gateway-test' } = input
  const client = new Client({ name, version: '1.0.0' }, input.client)
  await client.connect(transport)
  if (!input.isSealed) withoutSeals(client)
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    close: () => client.close(),
  }
}

/** Notes without the tag of their session, so that tests can name them; seals.test.ts is about the tag. */
export const unsealed = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/⟦mcp-pruner#[0-9a-z]{5}: /g, '⟦mcp-pruner: ')) as T

function withoutSeals(client: Client): void {
  for (const name of ['callTool', 'readResource'] as const) {
    const call = client[name].bind(client) as (...args: unknown[]) => Promise<unknown>
    Object.assign(client, { [name]: async (...args: unknown[]) => unsealed(await call(...args)) })
  }
}

/** The official client of the 2.x line, which speaks the newest revision and validates on its own. */
export async function connectModern(input: WrapInput = {}): Promise<ModernClient> {
  const client = new ModernClient(
    { name: input.name ?? 'gateway-test', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  const transport = new ModernTransport({
    command: process.execPath,
    args: wrapArguments(input),
    env: environment(input.env),
    stderr: 'ignore',
  })
  await client.connect(transport)
  return client
}

/** A client of the server itself, with nothing in between. */
export async function direct(
  [command = '', ...args]: readonly string[],
  env: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'gateway-test', version: '1.0.0' })
  const server = { command, args, env: environment(env), stderr: 'ignore' } as const
  await client.connect(new StdioClientTransport(server))
  return client
}

/** The raw wire, which a client library hides. */
export const openWire = (input: WrapInput = {}): RawClient =>
  new RawClient(process.execPath, wrapArguments(input), environment(input.env))

export const INITIALIZE = { ...initializeRequest('wire'), id: 'init' }

export async function openReadyWire(input: WrapInput = {}): Promise<RawClient> {
  const wire = openWire(input)
  const { params } = INITIALIZE
  const clientInfo = { ...params.clientInfo, ...(input.name !== undefined && { name: input.name }) }
  wire.send({ ...INITIALIZE, params: { ...params, clientInfo } })
  await wire.next(({ id }) => id === 'init')
  wire.send({ method: 'notifications/initialized' })
  return wire
}

/** The artifact that a result refers to. */
export const refIn = (value: unknown): string =>
  /ax:\/\/[a-z0-9-]+\/[A-Za-z0-9._-]+/.exec(JSON.stringify(value))?.[0] ?? 'none'
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

export const textOf = (result: unknown): string =>
  (result as { content: { type: string; text?: string }[] }).content
    .map(({ text = '' }) => text)
    .join('')

/** A server whose tools answer always the same; `exact` answers are sent as the texts that they are. */
export function answering(
  folder: string,
  name: string,
  answers: Record<string, unknown>,
  exact: Record<string, string> = {},
  /** Output schemas, by tool. */
  schemas: Record<string, object> = {},
): readonly string[] {
  const file = join(folder, `${name}.mjs`)
  const texts = Object.fromEntries(
    Object.entries(answers).map(([tool, answer]) => [tool, JSON.stringify(answer)]),
  )
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline'
const answers = ${JSON.stringify({ ...texts, ...exact })}
const schemas = ${JSON.stringify(schemas)}
const send = (id, text) => process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + text + '}\\n')
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send(id, JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: ${JSON.stringify(name)}, version: '1' } }))
  if (method === 'tools/list') send(id, JSON.stringify({ tools: Object.keys(answers).map((tool) => ({ name: tool, inputSchema: { type: 'object' }, outputSchema: schemas[tool] })) }))
  if (method === 'tools/call') send(id, answers[params.name])
})`,
  )
  return ['node', file]
}
