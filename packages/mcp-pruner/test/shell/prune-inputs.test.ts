// What `mcp-pruner prune` takes and gives: folders and globs, bounds, numbers, more around an answer, and bytes that
// are no text.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { ENTRY, longSource, PATIENT } from '../stdio/raw-server.js'
import { runVerb } from './verb-process.js'

const SOURCE = longSource()
const QUESTION = 'How long is the delay between retries?'
const ANSWER = '  return Math.min(backoff, 30_000)'
const LATIN1 = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])
const BINARY = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x00, 0x01, 0x0a])
const root = makeTree({
  'long.ts': SOURCE,
  'src/retry.ts': SOURCE,
  'src/other.ts': 'export const colour = "green"\n'.repeat(100),
  'src/notes.md': '# Notes\n\nNothing of interest.\n',
  'src/picture.bin': BINARY,
  'pictures/one.bin': BINARY,
  'empty.txt': '',
  'latin1.txt': LATIN1,
  'short.txt': 'the disk is full\n'.repeat(20),
})
const home = makeTree()
afterAll(() => {
  removeTree(root)
  removeTree(home)
})

const environment = (env: object) => ({ PATH: process.env['PATH'], HOME: home, ...PATIENT, ...env })

function bytes(args: readonly string[], input: Buffer | string = '', env = {}) {
  return spawnSync(process.execPath, [ENTRY, 'prune', ...args], {
    cwd: root,
    input,
    maxBuffer: 2 ** 26,
    env: environment(env),
  }) as SpawnSyncReturns<Buffer>
}

function run(args: readonly string[], input: Buffer | string = '', env = {}) {
  if (input === '' && !args.includes('-'))
    return runVerb(['prune', ...args], environment(env), root)
  const { status, stdout, stderr } = bytes(args, input, env)
  return { status, stdout: stdout.toString(), stderr: stderr.toString() }
}

const lines = SOURCE.split('\n')

describe('more around an answer', () => {
  test('--numbers writes before each line the number that it has in the file', () => {
    const { stdout } = run(['--numbers', QUESTION, 'long.ts'])
    const shown = [...stdout.matchAll(/^(\d+)│ (.*)$/gm)]
    expect(shown.map(([, , line]) => line)).toContain(ANSWER)
    for (const [, number, line] of shown) expect(lines[Number(number) - 1]).toBe(line)
    expect(stdout).toMatch(/^…\d+:$/m)
  })

  test('--numbers and remarks stay in an answer that no bound can shorten', () => {
    const wide = Array.from({ length: 1500 }, (_, i) => `key${i}=value${i * 5}`).join('  ')
    const text = Array.from({ length: 120 }, (_, i) => (i % 20 === 5 ? wide : `port 80${i}`))
    const { stdout } = run(['--numbers', 'Where is QuuxHandler set?'], `${text.join('\n')}\n`)
    expect(stdout).toContain('not in this text: QuuxHandler')
    const shown = stdout.split('\n').filter((line) => /^(?:\d+│ )?(?:key|port)/.test(line))
    expect(shown.filter((line) => !/^\d+│ /.test(line))).toEqual([])
  })

  test('--numbers numbers a text that is shown whole', () => {
    expect(run(['--numbers', 'what is it?'], 'one\ntwo\n').stdout).toBe('1│ one\n2│ two\n')
    expect(run(['--numbers', 'what is it?'], 'one\ntwo').stdout).toBe('1│ one\n2│ two\n')
  })

  test('--context shows as many lines before and after', () => {
    const { stdout } = run(['--context', '9', QUESTION, 'long.ts'])
    const at = lines.indexOf(ANSWER)
    expect(stdout).toContain(`${lines.slice(at - 9, at + 10).join('\n')}\n`)
    expect(run(['--context', '-1', QUESTION, 'long.ts']).status).toBe(2)
  })

  test('--whole shows the whole function that the answer is in', () => {
    const body = Array.from({ length: 200 }, (_, i) => `  step${i}(state${i % 7})`)
    body[100] = '  if (attempt > limit) throw new Error("out of quokkas")'
    const other = Array.from({ length: 300 }, (_, i) => `function f${i}() {\n  return ${i}\n}\n`)
    const whole = `function feedAll(attempt, limit) {\n${body.join('\n')}\n}\n`
    const text = `${other.slice(0, 150).join('')}${whole}${other.slice(150).join('')}`
    const asked = ['what happens when there are no quokkas?', '--', 'printf', '%s', text]
    expect(run(['--whole', ...asked]).stdout).toContain(whole)
    expect(run(asked).stdout).not.toContain(whole)
  })
})

describe('folders and globs', () => {
  test('in a folder the files with the words are pruned', () => {
    const { status, stdout, stderr } = run([QUESTION, 'src'])
    expect(status).toBe(0)
    expect(stdout.split('\n')).toContain(ANSWER)
    expect(stdout).not.toContain('green')
    expect(stderr).toBe(
      'mcp-pruner prune: src: 1 file skipped: not UTF-8 text, or too large\n' +
        'mcp-pruner prune: src: 1 of 3 files shown, the best match; 2 have few of the words\n',
    )
  })

  // Ten files that shared words with the question were each answered in full.
  test('files with the words in one passage come first, and the next ones are named', () => {
    const far = 'const filler = compute(input)\n'.repeat(60)
    const scattered = (i: number) =>
      `// delay ${i}\n${far}// seconds between runs\n${far}// retries ${i}\n${far}`
    const files = Array.from({ length: 8 }, (_, i) => [`far-${i}.ts`, scattered(i)] as const)
    const folder = makeTree({
      ...Object.fromEntries(files),
      'backoff.ts': SOURCE,
      'no.md': 'No.\n',
    })
    const { status, stdout, stderr } = run([QUESTION, folder])
    expect(status).toBe(0)
    expect(stdout.split('\n')).toContain(ANSWER)
    expect(stdout).not.toContain('seconds between runs')
    const next = [0, 1, 2].map((i) => relative(root, join(folder, `far-${i}.ts`))).join(', ')
    expect(stderr).toBe(
      `mcp-pruner prune: ${folder}: 1 of 10 files shown, the best match; next: ${next} and 5 more; 1 has few of the words\n`,
    )
    removeTree(folder)
  })

  test('a file that has the name itself comes before files with its parts', () => {
    const parts = Array.from({ length: 6 }, (_, i) => [
      `parts-${i}.ts`,
      `const backoff = ceiling(${i})\nlimit(backoff, ceiling)\n`.repeat(40),
    ])
    const named = `${'const a = 1\n'.repeat(80)}export const BACKOFF_CEILING_LIMIT = 30_000\n`
    const folder = makeTree({ ...Object.fromEntries(parts), 'zz.ts': named })
    const { stdout } = run(['what is BACKOFF_CEILING_LIMIT?', folder])
    expect(stdout).toContain('export const BACKOFF_CEILING_LIMIT = 30_000')
    expect(stdout).not.toContain('==>')
    removeTree(folder)
  })

  test.each([
    ['src/*.ts', 1],
    ['**/retry.ts', 1],
    ['{src/retry,long}.ts', 2],
    ['s?c/r[a-z]try.ts', 1],
  ])('%s', (glob, files) => {
    const { status, stdout } = run([QUESTION, glob])
    expect(status).toBe(0)
    expect(stdout.split('\n').filter((line) => line === ANSWER)).toHaveLength(files)
  })

  test('what matches nothing is named', () => {
    const { status, stderr } = run([QUESTION, 'src/*.py'])
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'mcp-pruner prune: src/*.py: no file matches\n',
    })
  })

  test('nothing to show is an error', () => {
    expect(run([QUESTION, 'pictures'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'mcp-pruner prune: pictures: 1 file skipped: not UTF-8 text, or too large\n',
    })
    expect(run(['xylophone?', 'src/*.md'])).toEqual({
      status: 1,
      stdout: '',
      stderr: "mcp-pruner prune: src/*.md: none of the question's words found in 1 file\n",
    })
    mkdirSync(join(root, 'nothing'), { recursive: true })
    expect(run([QUESTION, 'nothing'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'mcp-pruner prune: nothing: no files in this folder\n',
    })
  })

  // A person at a prompt saw nothing at all.
  test.each([
    [[QUESTION, 'empty.txt'], 'empty.txt: empty'],
    [[QUESTION, '-'], 'the input is empty'],
    [[QUESTION, '--', 'true'], 'the command printed nothing'],
  ])('an empty text says so: %j', (args, told) => {
    const stderr = `mcp-pruner prune: ${told}\n`
    expect(run(args, '')).toEqual({ status: 0, stdout: '', stderr })
  })

  test('- is standard input, alone and among files', () => {
    const alone = run([QUESTION, '-'], SOURCE)
    expect(alone).toEqual(run([QUESTION], SOURCE))
    expect(alone.stdout.split('\n')).toContain(ANSWER)
    const { status, stdout, stderr } = run([QUESTION, 'empty.txt', '-'], SOURCE)
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'mcp-pruner prune: empty.txt: empty\n',
    })
    expect(stdout).toBe(`==> empty.txt <==\n==> standard input <==\n${alone.stdout}`)
  })
})

describe('bounds', () => {
  test.each(['60', '90', '200', '700'])('--max-tokens %s holds, numbers included', (most) => {
    for (const args of [[], ['--numbers'], ['--context', '20'], ['--whole']]) {
      const given = ['--json', '--max-tokens', most, ...args, QUESTION, 'long.ts']
      const { tokens } = JSON.parse(run(given).stdout)
      expect(tokens.shown).toBeLessThanOrEqual(Number(most))
    }
  })

  test('--max-tokens applies to a short text and to several files together', () => {
    const short = JSON.parse(run(['--json', '--max-tokens', '60', 'full?', 'short.txt']).stdout)
    expect(short.tokens.raw).toBeGreaterThan(60)
    expect(short.tokens.shown).toBeLessThanOrEqual(60)
    const { stdout, stderr } = run(['--max-tokens', '100', QUESTION, 'long.ts', 'src/retry.ts'])
    expect(stdout).toContain('==> long.ts <==')
    expect(stdout).not.toContain('==> src/retry.ts <==')
    expect(stderr).toBe('mcp-pruner prune: --max-tokens reached; not shown: src/retry.ts\n')
  })

  test('oversized input passes alike from a file, a pipe and a command', () => {
    const env = { PRUNER_MAX_INPUT_BYTES: '2000' }
    const told = 'mcp-pruner prune: more than PRUNER_MAX_INPUT_BYTES=2000, so all of it is shown\n'
    const passed = { status: 0, stdout: SOURCE, stderr: told }
    expect(run([QUESTION, 'long.ts'], '', env)).toEqual(passed)
    expect(run([QUESTION], SOURCE, env)).toEqual(passed)
    expect(run([QUESTION, '--', 'cat', 'long.ts'], '', env)).toEqual(passed)
    const bounded = ['--max-tokens', '100', QUESTION]
    expect(run([...bounded, 'long.ts'], '', env)).toMatchObject({ status: 1, stdout: '' })
    expect(run(bounded, SOURCE, env)).toMatchObject({ status: 1, stdout: '' })
    expect(run([...bounded, '--', 'cat', 'long.ts'], '', env)).toMatchObject({
      status: 1,
      stdout: '',
    })
  })
})

describe('bytes that are no text', () => {
  test.each([
    ['Latin-1', LATIN1],
    ['a binary', BINARY],
    ['UTF-16', Buffer.from('why?\n', 'utf16le')],
  ])('%s passes a pipe untouched', (_name, input) => {
    const { status, stdout, stderr } = bytes(['why?'], input)
    expect({ status, stdout, stderr: stderr.toString() }).toEqual({
      status: 0,
      stdout: input,
      stderr: 'mcp-pruner prune: not UTF-8 text, so it is shown unchanged\n',
    })
  })

  test('and is refused where the answer has to fit', () => {
    expect(run(['--json', 'why?'], LATIN1)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'mcp-pruner prune: the input is not UTF-8 text\n',
    })
    expect(bytes(['why?', '--', 'cat', 'latin1.txt']).stdout).toEqual(LATIN1)
    expect(run(['why?', 'latin1.txt'])).toMatchObject({ status: 1, stdout: '' })
  })

  test('a short text passes to the last byte', () => {
    expect(run(['why?'], 'no newline at the end').stdout).toBe('no newline at the end')
    expect(run(['why?'], '\uFEFFmark\r\nof order\r\n').stdout).toBe('\uFEFFmark\r\nof order\r\n')
  })
})
