// The command as a user starts it, with a stand-in for Codex on PATH.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const COMMAND = join(import.meta.dirname, '../../dist/cli/index.js')
const TESTS = join(import.meta.dirname, '../../test')

let cwd: string
let started: ReturnType<typeof start> | undefined
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'runner-cli-'))
})
afterEach(() => {
  started?.kill()
  rmSync(cwd, { recursive: true })
})

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const path = [join(TESTS, 'clients'), dirname(process.execPath), '/usr/bin', '/bin']
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd,
    env: { PATH: path.join(delimiter), HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started = child
  return child
}

async function outcome(child: ReturnType<typeof start>) {
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { stdout, stderr, exitCode }
}

const run = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  outcome(start(args, env))

const codex = (prompt: string, ...more: readonly string[]) => [
  'run',
  '--provider',
  'codex',
  '--prompt',
  prompt,
  ...more,
]

const withServer = {
  JEEVES_PRUNER_ENABLED: '1',
  JEEVES_MCP_PRUNER_PATH: join(TESTS, 'servers/healthy.mjs'),
}

const logged = (stderr: string) =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { event: string }).event)

describe('arguments', () => {
  test.each([
    [[], 'no command given: use run'],
    [['walk'], 'unknown command walk'],
    [['run', '--prompt', 'x'], '--provider must be claude or codex'],
    [['run', '--provider', 'gpt', '--prompt', 'x'], '--provider must be claude or codex'],
    [['run', '--provider', 'codex'], '--prompt must say'],
    [['run', '--provider', 'codex', '--prompt', ' '], '--prompt must say'],
    [codex('fix', 'the', 'bug'), 'unexpected the bug: put the prompt in quotes'],
    [codex('x', '--cwd', 'nowhere'), '--cwd nowhere is not a folder'],
    [codex('x', '--fast'), "Unknown option '--fast'"],
  ])('%j: exit code 2, what is wrong, and the usage', async (args, message) => {
    const { exitCode, stderr, stdout } = await run(args)
    expect(stderr).toContain(`jeeves-runner: ${message}`)
    expect(stderr).toContain('Usage: jeeves-runner run')
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  })

  test('--help and --version answer on stdout', async () => {
    expect(await run(['--help'])).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringContaining('Exit codes: 0') as string,
    })
    expect(await run(['--version'])).toEqual({ exitCode: 0, stderr: '', stdout: '0.3.0\n' })
  })
})

describe('a client that is not installed: exit code 3 and what to install', () => {
  test.each([
    ['claude', '@anthropic-ai/claude-agent-sdk'],
    ['codex', '@openai/codex'],
  ])('%s', async (provider, name) => {
    const { exitCode, stderr } = await run(['run', '--provider', provider, '--prompt', 'x'], {
      PATH: dirname(process.execPath),
    })
    expect(stderr).toContain(`npm install ${name}`)
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(exitCode).toBe(3)
  })
})

test('a run reads as text: calls, what pruning saved, words, tokens', async () => {
  const { stdout, stderr, exitCode } = await run(codex('go'), withServer)
  expect(stdout).toBe(`> pruner.read {"file_path":"a"}
< pruner.read 5.0 KB of 20.0 KB, 75 % pruned away

all done

tokens: 1,200 in (200 cached), 30 out
done
`)
  expect(logged(stderr)).toEqual(['mcp_pruner.ready'])
  expect(exitCode).toBe(0)
})

test('--json: one event per line, the result last', async () => {
  const { stdout, exitCode } = await run(codex('go', '--json'), withServer)
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(events).toEqual([
    { type: 'tool_call', id: 'item_0', server: 'pruner', tool: 'read', input: { file_path: 'a' } },
    {
      type: 'tool_result',
      id: 'item_0',
      server: 'pruner',
      tool: 'read',
      ok: true,
      text: 'kept lines',
      pruning: { applied: true, raw_bytes: 20_000, pruned_bytes: 5_000 },
    },
    { type: 'message', text: 'all done' },
    { type: 'usage', input_tokens: 1_200, cached_input_tokens: 200, output_tokens: 30 },
    { type: 'result', ok: true },
  ])
  expect(exitCode).toBe(0)
})

test('words that would command a terminal are printed without their power', async () => {
  const { stdout } = await run(codex('command the terminal'))
  expect(stdout).toContain('[31mred[2J')
  expect(stdout).not.toMatch(/[^\P{Cc}\n]/u)
})

test('a run that fails gives the reason: exit code 1', async () => {
  const { stdout, exitCode } = await run(codex('fail'))
  expect(stdout).toBe('failed: the model is out of order\n')
  expect(exitCode).toBe(1)
})

test('a server lost during the run is logged once, and the run continues', async () => {
  const { stderr, exitCode } = await run(codex('lose the server'), withServer)
  expect(logged(stderr)).toEqual([
    'mcp_pruner.ready',
    'mcp_pruner.degraded',
    'mcp_pruner.shutdown_after_degraded',
  ])
  expect(exitCode).toBe(0)
})

test('when Codex refuses to begin without the server, it is run without it', async () => {
  const { stdout, stderr, exitCode } = await run(codex('refuse servers'), withServer)
  expect(stdout).toContain('! pruner has failed (unreachable): pruner: it would not')
  expect(stdout).toContain('all done')
  expect(logged(stderr)).toContain('mcp_pruner.degraded')
  expect(readFileSync(join(cwd, 'codex-arguments.json'), 'utf8')).not.toContain('mcp_servers')
  expect(exitCode).toBe(0)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends the client and what it left running: exit code %i', async (signal, code) => {
  const child = start(codex('hang'))
  const result = outcome(child)
  while (
    !existsSync(join(cwd, 'left-behind-pid')) ||
    !readFileSync(join(cwd, 'left-behind-pid'), 'utf8')
  ) {
    await delay(20)
  }
  const left = Number(readFileSync(join(cwd, 'left-behind-pid'), 'utf8'))
  expect(isRunning(left)).toBe(true)
  child.kill(signal)
  expect((await result).exitCode).toBe(code)
  expect(isRunning(left)).toBe(false)
})

test('a daemon that left the client’s session keeps nobody waiting', async () => {
  const { exitCode } = await run(codex('leave a daemon'))
  expect(exitCode).toBe(0)
  process.kill(Number(readFileSync(join(cwd, 'left-behind-pid'), 'utf8')))
})

/** A process that was killed but not yet collected by the system has ended. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
