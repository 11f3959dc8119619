// Files, folders and limits of an unusual kind: each of these wrote where it should not, took minutes, had no end, or
// was passed over in silence.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, ftruncateSync, openSync, readdirSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTRY, RawServer } from './raw-server.js'

let root: string
let server: RawServer

beforeAll(async () => {
  root = makeTree({
    'escapes.txt': `${'\u001b[31m'.repeat(2000)}\n`,
    'newlines.txt': '\n'.repeat(199_000),
  })
  const sparse = openSync(join(root, 'sparse.txt'), 'w')
  writeSync(sparse, 'a line\n'.repeat(2000))
  ftruncateSync(sparse, 10 * 2 ** 30)
  closeSync(sparse)
  spawnSync('mkfifo', [join(root, 'fifo')])
  server = new RawServer(root, { MCP_PRUNER_OUTPUT: 'text' })
  await server.initialize()
})

afterAll(async () => {
  await server.end()
  removeTree(root)
})

const textOf = async (tool: string, args: object): Promise<string> =>
  (await server.call(tool, args)).result.content[0].text

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...args], {
    cwd: root,
    encoding: 'utf8',
    input: '',
    timeout: 200_000,
    env: { PATH: process.env.PATH, HOME: root, ...env },
  })
  return { status, stdout, stderr }
}

test.each([
  ['bash', { command: 'cat escapes.txt' }],
  ['read', { file_path: 'escapes.txt' }],
])('max_output_bytes of %s counts control characters as they are shown', async (tool, args) => {
  const shown = await textOf(tool, { ...args, max_output_bytes: 2000 })
  const [output = ''] = shown.split('\n[cut off at')
  expect(Buffer.byteLength(output)).toBeLessThanOrEqual(2000)
  expect(Buffer.byteLength(output)).toBeGreaterThan(1800)
})

test('a sparse file of 10 GB is refused where its text ends', async () => {
  expect(await textOf('read', { file_path: 'sparse.txt', start_line: 5000 })).toBe(
    'read failed (io_error): a binary file, not text: sparse.txt',
  )
})

test('199,000 newlines delay no ping', async () => {
  const asked = server.call('read', {
    file_path: 'newlines.txt',
    context_focus_question: 'Which line says why the order failed?',
  })
  const answered: string[] = []
  const both = asked.then(() => answered.push('read'))
  await server.request('ping').then(() => answered.push('ping'))
  await both
  expect(answered).toEqual(['ping', 'read'])
})

test('an empty HOME is not the project', () => {
  const project = makeTree({ 'a.txt': 'a\n'.repeat(500) })
  const before = readdirSync(project)
  const { status } = spawnSync(process.execPath, [ENTRY, 'install', '--dry-run', 'claude'], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: '' },
  })
  spawnSync(process.execPath, [ENTRY, 'prune', 'what is b?', 'a.txt'], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: '', XDG_CACHE_HOME: join(root, 'cache') },
  })
  spawnSync(process.execPath, [ENTRY], {
    cwd: project,
    input: '',
    env: { PATH: process.env.PATH, HOME: 'relative', XDG_CACHE_HOME: join(root, 'cache') },
  })
  expect(status).not.toBeNull()
  expect(readdirSync(project)).toEqual(before)
  removeTree(project)
})

test('too few open files is a failure in words', () => {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', `ulimit -n 40; "$0" "$1"`, process.execPath, ENTRY],
    {
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env.PATH, HOME: root },
    },
  )
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'mcp-pruner: too many open files: the limit is too low to start\nhint: raise it, such as with ulimit -n 1024\n',
  })
})

test('prune ends at a pipe that nobody writes to and at a device, and reads a pipe that somebody writes to', async () => {
  expect(run(['prune', 'why?', '/dev/zero'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'mcp-pruner prune: /dev/zero: neither a file nor a pipe\n',
  })
  expect(run(['prune', 'why?', 'fifo'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'mcp-pruner prune: fifo: a pipe that nobody writes to\n',
  })
  const child = spawn(
    'bash',
    ['-c', `"$0" "$1" prune 'what?' <(echo one; sleep 0.2; echo two)`, process.execPath, ENTRY],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: root },
    },
  )
  expect(await text(child.stdout)).toBe('one\ntwo\n')
})

test.each(['/dev/zero', 'fifo'])('replay of %s is refused', (file) => {
  const { status, stderr } = run(['replay', file])
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `mcp-pruner replay: ${file} cannot be read: it is not a file\n`,
  })
  expect(existsSync(join(root, 'fifo'))).toBe(true)
})
