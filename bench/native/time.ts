// pnpm bench:native:time
//
// What the native path adds to a call, beside a hook that does nothing: a wrapped command with 20 KB of output
// against the same command, and a hook that is answered against one that is not.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from '../lib/table.js'
import { median } from '../lib/timing.js'

const ENTRY = new URL('../../packages/mcp-pruner/dist/index.js', import.meta.url).pathname
const RUNS = 30
const home = mkdtempSync(join(tmpdir(), 'native-time-'))
const env = { PATH: process.env['PATH'], HOME: home, MCP_PRUNER_HOLDOUT: '0' }
spawnSync(process.execPath, [ENTRY, 'install', 'claude', '--native', '--yes'], { env })
const data = join(home, '.local/share/mcp-pruner')
const server = spawn(process.execPath, [join(data, 'app/index.js')], {
  env: { ...env, CLAUDE_ENV_FILE: join(data, 'native/claude-env.sh') },
  stdio: ['pipe', 'ignore', 'ignore'],
})
const run = join(data, 'native/run')
while (!existsSync(run) || !readdirSync(run).some((name) => name.endsWith('.addr'))) {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
const address = readdirSync(run).find((name) => name.endsWith('.addr')) ?? ''
const path = readFileSync(join(run, address), 'utf8').trim()

function ask(hook: object): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('close', () => resolve(text.split('\n')[1] ?? '{}'))
    socket.write(`${JSON.stringify({ hook })}\n`)
  })
}

const command =
  "node -e \"for(let i=0;i<400;i++)console.log('line '+i+' of colours that are mixed')\""
const hook = (text: string) => ({
  client: 'claude',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_use_id: `t${Math.random()}`,
  tool_input: { command: text, description: 'Which line is 77?' },
  said: 'Which line is 77?',
})

async function timed(work: () => Promise<unknown> | void): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const shell = (text: string) => {
  spawnSync('bash', ['-c', `. '${join(data, 'native/claude-env.sh')}'; ${text}`], { env })
}

/** In turns, so that a busy machine is as busy for both. */
async function compare(a: () => Promise<number>, b: () => Promise<number>) {
  const times = { a: [] as number[], b: [] as number[] }
  for (let index = 0; index < RUNS; index += 1) {
    times.a.push(await a())
    times.b.push(await b())
  }
  return { a: median(times.a), b: median(times.b) }
}

const passing = { ...hook('git add x'), tool_use_id: 'none' }
const hooks = await compare(
  () => timed(() => ask(passing)),
  () => timed(() => ask(hook(command))),
)
const commands = await compare(
  () => timed(() => shell(command)),
  async () => {
    const answer = JSON.parse(await ask(hook(command))) as {
      hookSpecificOutput: { updatedInput: { command: string } }
    }
    return timed(() => shell(answer.hookSpecificOutput.updatedInput.command))
  },
)
const row = (name: string, { a, b }: { a: number; b: number }) => ({
  '': name,
  without: `${a.toFixed(1)} ms`,
  with: `${b.toFixed(1)} ms`,
  added: `${(b - a).toFixed(1)} ms`,
  ratio: (b / a).toFixed(2),
})
printTable([
  row('a hook that answers, beside one that does nothing', hooks),
  row('a wrapped command, beside the command', commands),
])
server.stdin.end()
rmSync(home, { recursive: true, force: true })
