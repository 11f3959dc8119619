// A home with the pruner installed for Claude Code with --native, and a server as the client runs it.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { COMMAND } from '../lib/processes.js'

export interface InstalledServer {
  readonly home: string
  /** Sourced by the client before each command. */
  readonly envFile: string
  readonly env: NodeJS.ProcessEnv
  /** The number of a server that is there and never answers. */
  readonly silent: number
  /** The answer to a hook, over the private socket. */
  readonly ask: (hook: object) => Promise<Record<string, unknown>>
  readonly close: () => void
}

/** `waitMs`: how long a call may be held, where that is not what is measured. */
export async function startInstalled(waitMs?: number): Promise<InstalledServer> {
  const home = mkdtempSync(join(tmpdir(), 'native-bench-'))
  const env = { PATH: process.env['PATH'], HOME: home, MCP_PRUNER_HOLDOUT: '0' }
  spawnSync(process.execPath, [COMMAND, 'install', 'claude', '--native', '--yes'], { env })
  const data = join(home, '.local/share/mcp-pruner')
  if (waitMs !== undefined) {
    writeFileSync(join(data, 'native/settings.json'), JSON.stringify({ on: true, waitMs }))
  }
  const envFile = join(data, 'native/claude-env.sh')
  const server = spawn(process.execPath, [join(data, 'app/index.js')], {
    env: { ...env, CLAUDE_ENV_FILE: envFile },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const run = join(data, 'native/run')
  const addresses = () =>
    existsSync(run) ? readdirSync(run).filter((name) => name.endsWith('.addr')) : []
  while (addresses().length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const [socketPath = ''] = readFileSync(join(run, addresses()[0] ?? ''), 'utf8').split('\n')
  const silent = addSilent(home, run)
  return {
    home,
    envFile,
    env,
    silent,
    ask: (hook) => askOver(socketPath, hook),
    close() {
      server.stdin.end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function addSilent(home: string, run: string): number {
  const folder = join(home, 'silent')
  mkdirSync(folder)
  spawnSync('mkfifo', [join(folder, 'ask')])
  writeFileSync(join(run, '1.addr'), `-\n${folder}\n`)
  return 1
}

const askOver = (socketPath: string, hook: object): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const asking = request({ socketPath, method: 'POST', path: '/' }, (response) => {
      json(response).then((answer) => resolve(answer as Record<string, unknown>), reject)
    })
    asking.on('error', reject)
    asking.end(JSON.stringify(hook))
  })
