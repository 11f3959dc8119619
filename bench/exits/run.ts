// Programs that print and exit at once, through every entry point that runs a command, compared with the same in a plain
// shell: every run must bring the same bytes. Busy processes and several runs at a time keep the machine loaded.
// Usage: pnpm bench:exits [--times N] [--through NAME]... [--program NAME]... [--busy N]
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { EXITING_PROGRAMS, makeTree, removeTree } from '@jeeves/testing'
import { COMMAND, StdioPeer } from '../lib/processes.js'
import { printTable } from '../lib/table.js'
import { type InstalledServer, startInstalled } from '../native/installed-server.js'
import { COMMANDS } from './programs.js'

const SIZES = { '1 KB': 10, '90 KB': 900, '900 KB': 9000, '5 MB': 50_000 }
const AT_ONCE = 4
const QUESTION = 'Which line is number 7?'

// The servers are given this environment, and a shell must be given the same.
delete process.env['PYTHONUNBUFFERED']

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '50' },
    busy: { type: 'string', default: '2' },
    through: { type: 'string', multiple: true },
    program: { type: 'string', multiple: true },
  },
})
const times = Number(values.times)

interface Way {
  /** Where a plain shell would print in place of this entry point. */
  readonly like: 'file' | 'pipe'
  readonly run: (command: string) => Promise<Buffer>
}

const root = makeTree(EXITING_PROGRAMS)
spawnSync('cc', ['-o', 'prog', 'prog.c'], { cwd: root })
const env = { PATH: `/usr/bin:/bin:${process.env['PATH']}`, HOME: root, PRUNER_URL: '' }
const server = new StdioPeer([COMMAND], {
  ...env,
  MCP_PRUNER_CWD: root,
  MCP_PRUNER_LEDGER: 'off',
})
await server.initialize()
const installed = await startInstalled(20_000)
const busy = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);']),
)

const WAYS: Readonly<Record<string, Way>> = {
  spawn: { like: 'file', run: throughSpawn },
  bash: { like: 'file', run: throughBash },
  prune: { like: 'file', run: throughPrune },
  'hook-file': { like: 'file', run: (command) => throughHook(installed, command, 'file') },
  'hook-pipe': { like: 'pipe', run: (command) => throughHook(installed, command, 'pipe') },
}
const ways = Object.entries(WAYS).filter(([name]) => values.through?.includes(name) ?? true)

const rows: Record<string, string | number>[] = []
let isGood = true
try {
  for (const [program, line] of Object.entries(COMMANDS)) {
    if (values.program?.includes(program) === false) continue
    for (const [size, lines] of Object.entries(SIZES)) {
      const row = await measure(line.replace('N', String(lines)))
      rows.push({ program, size, ...row })
      console.error(JSON.stringify({ program, size, ...row }))
    }
  }
} finally {
  for (const child of busy) child.kill()
  installed.close()
  await server.stop()
  removeTree(root)
}
printTable(rows)
console.log(
  `Outputs that arrived whole, of ${times} each. \`spawn\`: a pipe of Node's own, for comparison.`,
)
process.exitCode = isGood ? 0 : 1

async function measure(command: string): Promise<Record<string, number | string>> {
  const expected = { file: plain(command, 'file'), pipe: plain(command, 'pipe') }
  const row: Record<string, number | string> = {}
  for (const [name, { like, run }] of ways) {
    // Node loses its output in the pipe of a plain shell as well.
    if (like === 'pipe' && command.startsWith('node')) {
      row[name] = '–'
      continue
    }
    let whole = 0
    const worker = async (count: number) => {
      for (let i = 0; i < count; i++) if ((await run(command)).equals(expected[like])) whole += 1
    }
    const shares = Array.from({ length: AT_ONCE }, (_, i) => Math.floor((times + i) / AT_ONCE))
    await Promise.all(shares.map(worker))
    row[name] = whole
    if (run !== throughSpawn && whole !== times) isGood = false
  }
  return row
}

function plain(command: string, into: Way['like']): Buffer {
  const line = into === 'file' ? `{ ${command}; } >plain 2>&1` : `{ ${command}; } 2>&1 | cat >plain`
  spawnSync('bash', ['-c', line], { cwd: root, env })
  return readFileSync(join(root, 'plain'))
}

async function throughSpawn(command: string): Promise<Buffer> {
  const child = spawn('bash', ['-c', `exec 2>&1; ${command}`], { cwd: root, env })
  return buffer(child.stdout)
}

async function throughBash(command: string): Promise<Buffer> {
  const args = { command, max_output_bytes: 10_000_000 }
  const { stdout, stderr } = (await server.call('bash', args)).result.structuredContent
  return Buffer.from(stdout + stderr)
}

async function throughPrune(command: string): Promise<Buffer> {
  const args = [COMMAND, 'prune', QUESTION, '--', 'bash', '-c', command]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return buffer(child.stdout)
}

/** A pruned output is recovered, to see everything that the server got. */
async function throughHook(native: InstalledServer, command: string, into: Way['like']) {
  const wrapped = await wrap(native, command)
  const quoted = `'${wrapped.replaceAll("'", `'\\''`)}'`
  const inner = `. ${native.envFile}\neval ${quoted} < /dev/null`
  const file = join(root, `out-${randomBytes(6).toString('hex')}`)
  const piped = 'bash -c "$0" 2>&1 | cat >"$1"'
  const line = into === 'file' ? 'bash -c "$0" >>"$1" 2>&1' : piped
  const child = spawn('bash', ['-c', line, inner, file], { cwd: root, env: native.env })
  await new Promise((resolve) => child.once('close', resolve))
  const shown = readFileSync(file)
  rmSync(file)
  const id = /prn_[0-9A-Z]{26}/.exec(shown.toString('utf8'))?.[0]
  if (id === undefined) return shown
  const back = spawn(process.execPath, [COMMAND, 'recover', id], { env: native.env })
  return buffer(back.stdout)
}

async function wrap(native: InstalledServer, command: string): Promise<string> {
  const { hookSpecificOutput } = (await native.ask({
    client: 'claude',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: `toolu_${randomBytes(6).toString('hex')}`,
    tool_input: { command, description: QUESTION },
  })) as { hookSpecificOutput?: { updatedInput?: { command?: string } } }
  const wrapped = hookSpecificOutput?.updatedInput?.command
  if (wrapped === undefined) throw new Error(`${command} was not wrapped`)
  return wrapped
}
