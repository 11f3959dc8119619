// Programs that print and end at once. Node does not wait for pipes and sockets: 900 lines and `process.exit(3)`
// arrived as 290 to 560 lines. Here the same arrives as a shell writes to a file.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  EXITING_PROGRAMS,
  hasAllCases,
  isAlive,
  makeTree,
  pidIn,
  removeTree,
  untilGone,
} from '@jeeves/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENTRY, RawServer } from './raw-server.js'

let root: string
let server: RawServer
const has = (program: string) => spawnSync(program, ['--version']).status === 0

beforeAll(async () => {
  root = makeTree(EXITING_PROGRAMS)
  if (has('cc')) spawnSync('cc', ['-o', 'prog', 'prog.c'], { cwd: root })
  server = new RawServer(root, environment())
  await server.initialize()
})

afterAll(async () => {
  await server.end()
  removeTree(root)
})

/** Some 100 bytes each: 1 KB to 5 MB. */
const LINES = hasAllCases ? [10, 900, 9000, 50_000] : [900]
/** A longer output of one program is in the sample. */
const linesFor = (command: string): readonly number[] =>
  !hasAllCases && command === 'node lines.mjs' ? [...LINES, 9000] : LINES
const COMMANDS: readonly (readonly [command: string, needs: string])[] = [
  ['node lines.mjs', 'node'],
  ['node once.mjs', 'node'],
  ['node errors.mjs', 'node'],
  ['python3 flushed.py', 'python3'],
  ['python3 unflushed.py', 'python3'],
  ['./prog', 'cc'],
  ['f() { ./prog "$1" flush; }; f', 'cc'],
  ['f() { n=$(($1 / 3)); node lines.mjs $n & node lines.mjs $n; wait; exit 3; }; f', 'node'],
]

function plain(command: string) {
  const { status } = spawnSync('bash', ['-c', `{ ${command}; } >out.txt 2>err.txt`], {
    cwd: root,
    env: environment(),
  })
  const text = (file: string) => readFileSync(join(root, file), 'utf8')
  return { exit_code: status, stdout: text('out.txt'), stderr: text('err.txt') }
}

const environment = () => ({ PATH: process.env.PATH, HOME: root, PRUNER_URL: '' })

/** Two that print at once print in no order. */
const sorted = (text: string) => text.split('\n').sort().join('\n')

describe.each(COMMANDS)('%s', (command, needs) => {
  test.runIf(has(needs)).each(linesFor(command))('%i lines through bash', async (lines) => {
    const expected = plain(`${command} ${lines}`)
    const { stdout, stderr, error } = await server.structured('bash', {
      command: `${command} ${lines}`,
      max_output_bytes: 10_000_000,
    })
    expect(error.exit_code).toBe(expected.exit_code)
    expect(sorted(stdout) === sorted(expected.stdout)).toBe(true)
    expect(sorted(stderr) === sorted(expected.stderr)).toBe(true)
  })

  test.runIf(has(needs)).each(linesFor(command))('%i lines through prune --', (lines) => {
    const { exit_code, ...expected } = plain(`${command} ${lines}`)
    const { status, stdout } = spawnSync(
      process.execPath,
      [ENTRY, 'prune', 'line', '--', 'bash', '-c', `${command} ${lines}`],
      {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        env: environment(),
      },
    )
    expect(status).toBe(exit_code)
    const either = expected.stdout === '' ? expected.stderr : expected.stdout
    // A last line that was cut in the program's own buffer is ended by the shell.
    expect(sorted(stdout.trim()) === sorted(either.trim())).toBe(true)
  })
})

describe('an output that is opened by its name', () => {
  test('is not emptied', async () => {
    const command = 'echo a; echo b >/dev/stdout; echo c; echo d >/dev/stderr; echo e >/dev/stderr'
    const { stdout, stderr } = await server.structured('bash', { command })
    expect({ stdout, stderr }).toEqual({ stdout: 'a\nb\nc\n', stderr: 'd\ne\n' })
  })

  test('by a script, which cannot be detected in advance, is reported', async () => {
    const script = join(root, 'talks.sh')
    const { stderr } = await server.structured('bash', {
      command: `printf 'echo one >&2\\necho two >/dev/std%s\\necho three >&2\\n' err >${script}; sh ${script}`,
    })
    expect(stderr).toBe(
      '[mcp-pruner: a program opened /dev/stdout or /dev/stderr as a file, which discarded output printed before this line]\ntwo\nthree\n',
    )
  })
})

describe('what prints on', () => {
  test('in the background does not fill the disk', async () => {
    const { stdout } = await server.structured('bash', {
      command: "echo started; (while :; do printf '%08000d' 0; done) & echo $! >yes.pid",
      max_output_bytes: 2048,
    })
    expect(stdout).toContain('started')
    const pid = await pidIn(root, 'yes.pid')
    const sizes: number[] = []
    while (!sizes.some((size, i) => size < (sizes[i - 1] ?? 0))) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      sizes.push(sizeOfOutput(pid))
    }
    process.kill(pid)
  })

  test('ends with a server that is killed', async () => {
    const killed = new RawServer(root)
    await killed.initialize()
    killed.start('bash', { command: 'echo $$ >left.pid; sleep 300 & wait' })
    const pid = await pidIn(root, 'left.pid')
    expect(isAlive(pid)).toBe(true)
    killed.child.kill('SIGKILL')
    expect(await untilGone(pid)).toBe(true)
  })
})

function sizeOfOutput(pid: number): number {
  const { stdout } = spawnSync('stat', ['-L', '-c', '%s', `/proc/${pid}/fd/1`], {
    encoding: 'utf8',
  })
  return Number(stdout)
}
