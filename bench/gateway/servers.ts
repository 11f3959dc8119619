// The servers under test, and a client in front of each: once directly, once through the gateway.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const at = (path: string) =>
  fileURLToPath(new URL(`../../packages/mcp-pruner/${path}`, import.meta.url))

export const scratch = mkdtempSync(join(tmpdir(), 'mcp-pruner-bench-'))

export const AWKWARD = ['node', at('test/gateway/awkward-server.mjs')]
export const EVERYTHING = [at('node_modules/.bin/mcp-server-everything')]
export const MEMORY = [at('node_modules/.bin/mcp-server-memory')]
export const FILESYSTEM = [at('node_modules/.bin/mcp-server-filesystem'), scratch]

/** Data for the filesystem and memory servers: this repository's own files, and a graph. */
export function prepareScratch(): Record<string, string> {
  const sources = at('src/gateway')
  const copied = readdirSync(sources, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  )
  for (const { parentPath, name } of copied) {
    const folder = join(scratch, 'src', parentPath.slice(sources.length))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), readFileSync(join(parentPath, name)))
  }
  const lock = readFileSync(new URL('../../pnpm-lock.yaml', import.meta.url))
  writeFileSync(join(scratch, 'pnpm-lock.yaml'), lock)
  const graph = Array.from({ length: 500 }, (_, i) =>
    JSON.stringify({
      type: 'entity',
      name: `module-${i}`,
      entityType: 'module',
      observations: [`exports ${i % 7} functions`, `was last changed in week ${i % 52}`],
    }),
  )
  writeFileSync(join(scratch, 'memory.jsonl'), graph.join('\n'))
  return { MEMORY_FILE_PATH: join(scratch, 'memory.jsonl') }
}

export interface Connection {
  readonly client: Client
  readonly pid: number
}

export async function connect(
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<Connection> {
  const [program = '', ...args] = command
  const transport = new StdioClientTransport({
    command: program,
    args,
    env: {
      ...(process.env as Record<string, string>),
      MCP_PRUNER_LOG_LEVEL: 'error',
      MCP_PRUNER_CACHE_DIR: join(scratch, 'cache'),
      ...env,
    },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'bench', version: '0' })
  await client.connect(transport)
  await client.listTools()
  return { client, pid: transport.pid ?? 0 }
}

export const wrapped = (server: readonly string[], ...options: string[]): string[] => [
  process.execPath,
  at('dist/index.js'),
  'wrap',
  ...options,
  '--',
  ...server,
]

/** A process that only copies bytes: what no proxy can do without. */
export const copied = (server: readonly string[]): string[] => [
  process.execPath,
  '-e',
  `const [command, ...args] = process.argv.slice(1)
const child = require('node:child_process').spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
process.stdin.pipe(child.stdin)
child.stdout.pipe(process.stdout)`,
  ...server,
]
