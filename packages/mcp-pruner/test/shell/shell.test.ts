// The command at a prompt: prune, recover, forget, completions, and help.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { longSource, PATIENT } from '../stdio/raw-server.js'
import { runVerb } from './verb-process.js'

const ENTRY = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const SOURCE = longSource()
const root = makeTree({
  'long.ts': SOURCE,
  'other.ts': SOURCE,
  'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
})
const home = makeTree()
afterAll(() => {
  removeTree(root)
  removeTree(home)
})

const QUESTION = 'How long is the delay between retries?'
const ANSWER = '  return Math.min(backoff, 30_000)'

function run(args: readonly string[], input = '', env: Record<string, string> = {}) {
  // No PRUNER_URL: set to its default it would name that service, which does not run here.
  const all = { PATH: process.env.PATH, HOME: home, ...PATIENT, ...env }
  if (args[0] !== 'prune') return runVerb(args, all, root)
  const options = { cwd: root, input, encoding: 'utf8', env: all } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...args], options)
  return { status, stdout, stderr }
}

const idIn = (text: string) => /prn_[0-9A-Z]{26}/.exec(text)?.[0] ?? ''

describe('prune', () => {
  test('shows the lines of a file that answer, and ends with the id', () => {
    const { status, stdout, stderr } = run(['prune', QUESTION, 'long.ts'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n')).toContain(ANSWER)
    expect(stdout.length).toBeLessThan(SOURCE.length / 2)
    expect(stdout).toMatch(/\[\d+ of \d+ lines cut.*mcp-pruner recover prn_[0-9A-Z]{26}\]\n$/)
  })

  test('names the files if there are several, and continues after one that cannot be read', () => {
    const { status, stdout, stderr } = run(['prune', QUESTION, 'long.ts', 'gone.ts', 'other.ts'])
    expect(status).toBe(1)
    expect(stdout.match(/^==> .* <==$/gm)).toEqual(['==> long.ts <==', '==> other.ts <=='])
    expect(stderr).toBe('mcp-pruner prune: gone.ts: no such file or folder\n')
    expect(run(['prune', QUESTION, 'latin1.txt']).stderr).toContain('latin1.txt: not UTF-8 text')
  })

  test('reads a pipe', () => {
    const { status, stdout } = run(['prune', QUESTION], SOURCE)
    expect(status).toBe(0)
    expect(stdout.split('\n')).toContain(ANSWER)
    expect(stdout).toContain('lines cut')
  })

  test('runs a command, prunes its output and its errors, and keeps its exit code', () => {
    const script =
      'for i in $(seq 1 900); do echo step $i is done; done; echo boom: no disk >&2; exit 7'
    const { status, stdout } = run(['prune', 'why is there no disk?', '--', 'sh', '-c', script])
    expect(status).toBe(7)
    expect(stdout).toContain('boom: no disk')
    expect(stdout).not.toContain('step 450 is done')
    expect(run(['prune', 'x', '--', 'sh', '-c', 'kill -TERM $$']).status).toBe(143)
    expect(run(['prune', 'x', '--', 'no-such-command-here']).status).toBe(127)
  })

  // It ended half a second after its last write: of what a pager had not asked for by then, 64 KB arrived.
  test('waits for a slow reader', () => {
    const command = `"${process.execPath}" "${ENTRY}" prune x -- seq 150000 | (sleep 2; wc -c)`
    const env = { PATH: process.env.PATH, HOME: home, PRUNER_URL: '' }
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env })
    expect(stdout.trim()).toBe('938895')
  })

  test('passes oversized input through unchanged', () => {
    const env = { PRUNER_MAX_INPUT_BYTES: '2000' }
    const { status, stdout, stderr } = run(['prune', QUESTION], SOURCE, env)
    expect(status).toBe(0)
    expect(stdout).toBe(SOURCE)
    expect(stderr).toContain('PRUNER_MAX_INPUT_BYTES=2000')
  })

  test('prints figures for programs', () => {
    const { stdout } = run(['prune', '--json', QUESTION, 'long.ts'])
    const { file, text, tokens, pruning } = JSON.parse(stdout)
    expect(file).toBe('long.ts')
    expect(text).toContain(ANSWER)
    expect(tokens.shown).toBeLessThan(tokens.raw / 2)
    expect(pruning).toMatchObject({ applied: true, engine: 'embedded' })
  })

  test.each([
    [[], 'no question given'],
    [['q', '--'], 'no command given after --'],
    [['q', 'long.ts', '--', 'ls'], 'files and a command cannot be combined'],
    [
      ['--max-tokens', '0', 'q', 'long.ts'],
      '--max-tokens "0" is not valid: use an integer of 60 or greater',
    ],
    [['--frobnicate', 'q'], 'unknown option "--frobnicate"'],
  ])('refuses %j', (args, message) => {
    const { status, stdout, stderr } = run(['prune', ...args])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toBe(`mcp-pruner prune: ${message}\nhint: mcp-pruner prune --help\n`)
  })
})

describe('recover and forget', () => {
  test('recover cut lines by number, and everything to the last byte', () => {
    const id = idIn(run(['prune', QUESTION, 'long.ts']).stdout)
    const lines = SOURCE.split('\n')
    expect(run(['recover', id, '3-5']).stdout).toBe(`${lines.slice(2, 5).join('\n')}\n`)
    expect(run(['recover', id]).stdout.trimEnd()).toBe(SOURCE.trimEnd())
    expect(run(['recover', '--numbers', id, '3-3']).stdout).toBe(`3│ ${lines[2]}\n`)
  })

  test('forget one text or all', () => {
    const id = idIn(run(['prune', QUESTION, 'other.ts']).stdout)
    expect(run(['forget', id])).toMatchObject({ status: 0, stdout: `Deleted ${id}\n` })
    expect(run(['recover', id])).toMatchObject({ status: 1, stdout: '' })
    expect(run(['forget', id]).status).toBe(1)
    const again = idIn(run(['prune', QUESTION, 'long.ts']).stdout)
    expect(run(['forget', '--all']).status).toBe(0)
    expect(run(['recover', again]).status).toBe(1)
  })

  test.each([
    [['recover'], 'no id given'],
    [['recover', 'prn_X', 'ten'], 'RANGE "ten" is not valid: use lines such as 120-154'],
    [['forget'], 'pass ids, or --all'],
    [['completions', 'tcsh'], 'SHELL "tcsh" is not valid: use bash, zsh or fish'],
  ])('%j is refused', (args, message) => {
    const { status, stderr } = run(args)
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })
})

/** What it does, usage, arguments, options, and what else there is to know. */
const LAYOUT =
  /^[A-Z][^\n]+(?:\n\S[^\n]*)*\n\nUsage: (?:[^\n]+\n {7})*[^\n]+\n\n(?:Arguments:\n(?: {2,}\S[^\n]*\n)+\n)?Options:\n(?: {2,}\S[^\n]*\n)* {2}-h, --help +Show this text\n(?:\n[^]*)?$/

describe('help', () => {
  test('lists every command, and each has its own help', () => {
    const { status, stdout } = run(['--help'])
    expect(status).toBe(0)
    const verbs = [...stdout.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map(([, verb = '']) => verb)
    expect(verbs).toEqual(expect.arrayContaining(['install', 'prune', 'recover', 'wrap', 'serve']))
    for (const verb of verbs) {
      expect(run([verb, '--help'])).toMatchObject({ status: 0, stderr: '' })
      const shown = run(['help', verb]).stdout
      expect(shown).toMatch(LAYOUT)
      expect(shown.split('\n').filter((line) => line.length > 100)).toEqual([])
    }
  })

  test.each([
    ['prunne', 'did you mean prune?'],
    ['prnue', 'did you mean prune?'],
    ['intsall', 'did you mean install?'],
    ['Doctor', 'did you mean doctor?'],
    ['hepl', 'did you mean help?'],
    ['frobnicate', 'mcp-pruner --help'],
    ['--halp', 'did you mean --help?', 'option'],
    ['--Verison', 'did you mean --version?', 'option'],
    ['--frobnicate', 'mcp-pruner --help', 'option'],
  ])('an unknown command is named: %s', (typed, hint, kind = 'command') => {
    expect(run([typed])).toEqual({
      status: 2,
      stdout: '',
      stderr: `mcp-pruner: unknown ${kind} "${typed}"\nhint: ${hint}\n`,
    })
  })

  test.each([
    ['prune', '--max-token', '--max-tokens'],
    ['prune', '--hlep', '--help'],
    ['doctor', '--hlp', '--help'],
    ['statusline', '--halp', '--help'],
    ['completions', '--help-me', undefined],
  ])('an option that is nearly one is named: %s %s', (verb, typed, meant) => {
    const hint = meant ? `did you mean ${meant}?` : `mcp-pruner ${verb} --help`
    expect(run([verb, typed]).stderr).toBe(
      `mcp-pruner ${verb}: unknown option "${typed}"\nhint: ${hint}\n`,
    )
  })

  test.each([
    ['--context', '99999999999', 'from 0 to 1000'],
    ['--max-tokens', '99999999999999999', 'of 60 or greater'],
    ['--max-tokens', '59', 'of 60 or greater'],
    ['--context', '-1', 'from 0 to 1000'],
  ])('a number out of bounds is reported with the bounds: %s %s', (option, value, bounds) => {
    expect(run(['prune', `${option}=${value}`, 'q', 'long.ts']).stderr).toBe(
      `mcp-pruner prune: ${option} "${value}" is not valid: use an integer ${bounds}\nhint: mcp-pruner prune --help\n`,
    )
  })
})

/** From util-linux: gives a command a terminal. */
const hasScript = spawnSync('script', ['--version']).status === 0

// It waited for JSON, which nobody types.
test.runIf(hasScript)('alone at a terminal it says what to do next', () => {
  const { status, stdout } = spawnSync(
    'script',
    ['-qec', `'${process.execPath}' '${ENTRY}'`, '/dev/null'],
    { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' } },
  )
  expect(status).toBe(0)
  expect(stdout).toContain('What to do next:')
  expect(stdout).toMatch(/^ {2}mcp-pruner install +Set up the agent clients on this machine\r?$/m)
})
