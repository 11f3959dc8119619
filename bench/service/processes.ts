// The servers under test, each in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export interface Running {
  readonly url: string
  readonly child: ChildProcess
  stop(): Promise<void>
}

export const startService = (env: Readonly<Record<string, string>> = {}): Promise<Running> =>
  start([at('../../packages/mcp-pruner/dist/index.js'), 'serve', '--port', '0'], env)

export const startBare = (): Promise<Running> => start([at('bare-server.mjs')])

/** Both print a line with their address when they are ready. */
async function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, MCP_PRUNER_LOG_LEVEL: 'error', ...env },
  })
  process.once('exit', () => child.kill('SIGKILL')) // a run that fails leaves none behind
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  const url = /http:\S+/.exec(line)?.[0] ?? ''
  return {
    url,
    child,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Keeps `clients` busy with `bodies`; `stop` says how many were answered. */
export async function startLargeLoad(url: string, clients: number, bodies: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-service-'))
  const file = join(folder, 'bodies.jsonl')
  await writeFile(file, bodies.join('\n'))
  const child = spawn(process.execPath, [at('large-load.mjs'), url, String(clients), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    async stop(): Promise<number> {
      const answered = once(createInterface({ input: child.stdout }), 'line')
      child.kill('SIGTERM')
      const [count] = (await answered) as [string]
      await rm(folder, { recursive: true, force: true })
      return Number(count)
    },
  }
}
