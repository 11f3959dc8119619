// What the system or a damaged file refuses is one line and an exit code, never a stack trace. A home that is no folder
// is usual for services and in containers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterAll, expect, test } from 'vitest'
import { runVerb } from './verb-process.js'

const folder = makeTree({ 'notes.txt': 'one line\n' })
afterAll(() => removeTree(folder))
const PATH = process.env['PATH'] ?? ''
const withoutHome = (...args: string[]) => runVerb(args, { PATH, HOME: '/dev/null' }, folder)

test.each([
  ['install', '--yes', 'claude'],
  ['stats', '--reset'],
  ['forget', '--all'],
])('%s %s with a home that is no folder', (verb, ...args) => {
  const { status, stderr } = withoutHome(verb, ...args)
  const last = stderr.trimEnd().split('\n').at(-1)
  expect(last).toMatch(new RegExp(`^mcp-pruner ${verb}: ENOTDIR: .*/dev/null/`))
  expect(status).toBe(1)
})

// The system says of such a folder that it does not exist, even while it is being created.
test.runIf(process.platform === 'linux')('install with a home that cannot be created', () => {
  const env = { PATH, HOME: '/proc/no-home' }
  const { status, stderr } = runVerb(['install', '--yes', 'claude'], env, folder)
  expect(stderr).toMatch(/^mcp-pruner install: ENOENT: .*'\/proc\/no-home'\n$/)
  expect(status).toBe(1)
})

test('a question needs no home', () => {
  const asked = withoutHome('prune', 'what is it?', 'notes.txt')
  expect(asked).toEqual({ status: 0, stdout: 'one line\n', stderr: '' })
})

test('a file has no files in it', () => {
  expect(withoutHome('prune', 'what is it?', 'notes.txt/more.txt')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'mcp-pruner prune: notes.txt/more.txt: no such file or folder\n',
  })
})

test("wrap --install names a client's file that it cannot read", () => {
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(home, '.claude.json'), '{')
  const { status, stderr } = runVerb(['wrap', '--install', 'claude'], { PATH, HOME: home }, folder)
  expect(stderr).toBe(
    `mcp-pruner wrap: ${home}/.claude.json: it is not valid JSON (CloseBraceExpected in line 1)\nhint: nothing was changed; correct the file and try again\n`,
  )
  expect(status).toBe(1)
})

test('install does not say that it is done where it left a file alone', () => {
  const home = join(folder, 'other')
  mkdirSync(home)
  writeFileSync(join(home, '.claude.json'), '{')
  const args = ['install', '--yes', 'claude']
  const { status, stdout } = runVerb(args, { PATH, HOME: home }, folder)
  expect(stdout).toContain('Not everything was written; see above. To undo: mcp-pruner uninstall\n')
  expect(stdout).not.toContain('Done')
  expect(status).toBe(1)
})
