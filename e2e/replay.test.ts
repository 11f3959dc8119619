// `mcp-pruner replay` over sessions that the real clients record here, against figures counted by hand: three
// turns that read a file, run a command and edit a line, as each client does these.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CODEX } from './clients.js'
import { startSpeakingClaude, startSpeakingCodex, type Turn } from './stand-ins/speaking-model.js'

const HERE = import.meta.dirname
const COMMAND = join(HERE, '../packages/mcp-pruner/dist/index.js')
const BIN = join(HERE, 'node_modules/.bin')

/** 600 lines of figures around one function about retries; line 451 is edited unasked. */
const source = (word: string): string => {
  const lines = Array.from({ length: 600 }, (_, i) => `${word}[${i}] = mix(${i}, ${(i * 7) % 255})`)
  const wanted = ['function retryDelay(attempt) {', '  return Math.min(2 ** attempt, 30)', '}']
  lines.splice(300, 3, ...wanted)
  return lines.join('\n')
}

let home = ''
let project = ''
beforeEach(() => {
  // Codex refuses to keep its helpers below the system's temporary folder.
  home = mkdtempSync(join(HERE, 'node_modules/.home-'))
  project = join(home, 'shop')
  mkdirSync(project)
  writeFileSync(join(project, 'colours.js'), source('colour'))
  writeFileSync(join(project, 'sounds.js'), source('sound'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function run(command: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(join(BIN, command), args, {
    cwd: project,
    env: { PATH: `${BIN}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  expect([code, code === 0 ? '' : out + err]).toEqual([0, ''])
}

// oxlint-disable-next-line typescript/no-explicit-any -- the report is read as any program would
function replay(): any {
  const { stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'replay', '--json'], {
    env: { PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const usage = (input: number, cached: number, output: number) => ({ input, cached, output })

test('a session of Claude Code', async () => {
  const file = join(project, 'colours.js')
  const turns: Turn[] = [
    {
      says: 'I look at how long retryDelay waits.',
      calls: { name: 'Read', input: { file_path: file } },
      usage: usage(9000, 0, 20),
    },
    {
      says: 'I search the other file for retryDelay.',
      calls: { name: 'Bash', input: { command: 'cat sounds.js', description: 'Show retryDelay' } },
      usage: usage(11_000, 9000, 30),
    },
    {
      says: 'This one is wrong.',
      calls: {
        name: 'Edit',
        input: {
          file_path: file,
          old_string: 'colour[450] = mix(450, 90)',
          new_string: 'colour[450] = 0',
        },
      },
      usage: usage(9000, 20_000, 40),
    },
    { says: 'Done.', usage: usage(100, 29_000, 10) },
  ]
  const api = await startSpeakingClaude(turns)
  const allowed = ['--allowedTools', 'Read', 'Edit', 'Bash(cat:*)']
  const model = '--model=claude-opus-5-5'
  await run('claude', ['-p', 'Look into retryDelay.', model, ...allowed], {
    ANTHROPIC_BASE_URL: api.origin,
    ANTHROPIC_API_KEY: 'test',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  })
  await api.close()
  const report = replay()
  expect(report).toMatchObject({ sessions: 1, sessionsWithOutput: 1, damagedLines: 0 })
  // Three outputs; the file and the command's output are pruned; line 451 was edited and lies far from the question.
  expect(report.byKind.read).toMatchObject({ outputs: 1, pruned: 1, used: 1, usedCut: 1 })
  expect(report.byKind.shell).toMatchObject({ outputs: 1, pruned: 1, used: 0 })
  expect(report.byKind.edit).toMatchObject({ outputs: 1, pruned: 0 })
  expect(report.misses).toHaveLength(1)
  expect(report.misses[0]).toMatchObject({ tool: 'Read', what: file, line: 451, use: 'edited' })
  // In dollars per million: 29,100 fresh at 4, 58,000 cached at 0.2, 100 of output at 20.
  expect(report.cost).toMatchObject({ sessions: 1, recorded: expect.closeTo(0.13, 6) })
  expect(report.total.shown).toBeLessThan(report.total.raw / 2)
})

test('a session of Codex', async () => {
  const turns: Turn[] = [
    {
      says: 'I look at how long retryDelay waits.',
      calls: { name: 'exec_command', input: { cmd: 'cat colours.js' } },
      usage: usage(9000, 0, 20),
    },
    { says: 'The last one is wrong.', usage: usage(6000, 9000, 30) },
  ]
  const api = await startSpeakingCodex(turns)
  const env = CODEX.configure(home, api.origin)
  await run(
    'codex',
    ['exec', '--skip-git-repo-check', '--sandbox', 'danger-full-access', 'Look into retryDelay.'],
    {
      ...env,
    },
  )
  await api.close()
  const report = replay()
  expect(report).toMatchObject({ sessions: 1, damagedLines: 0 })
  expect(report.byClient.codex).toMatchObject({ outputs: 1, pruned: 1 })
  expect(report.byKind.shell).toMatchObject({ outputs: 1, pruned: 1 })
  // In dollars per million: 15,000 fresh at 2, 9,000 cached at 0.1, 50 of output at 10.
  expect(report.cost).toMatchObject({ sessions: 1, recorded: expect.closeTo(0.0314, 6) })
})
