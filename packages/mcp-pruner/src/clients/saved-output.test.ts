import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claudeOutputFolder, copilotOutputFolder, readSavedOutput } from './saved-output.js'

const OUTPUT = Array.from({ length: 200 }, (_, i) => `line ${i} of the output`).join('\n')
const SECRET = 'PRIVATE KEY of the user\n'.repeat(40)
let root: string
let folder: string
const at = (name: string) => join(root, name)
beforeEach(() => {
  root = makeTree({ 'results/own.txt': OUTPUT, 'secret.txt': SECRET, 'results/other.txt': SECRET })
  folder = at('results')
})
afterEach(() => removeTree(root))

const read = (path: string, given = OUTPUT.slice(0, 3000)) =>
  readSavedOutput({ path, folder, given })

test('the client’s own file is read whole', async () => {
  expect(await read(at('results/own.txt'))).toBe(OUTPUT)
})

test('a file that is still being written is not taken for the whole output', async () => {
  const whole = `${OUTPUT}\nthe last line\n`
  const file = { path: at('results/own.txt'), folder }
  expect(await readSavedOutput({ ...file, given: whole, minBytes: whole.length })).toBeUndefined()
  expect(await readSavedOutput({ ...file, given: whole, shows: 'end' })).toBeUndefined()
  writeFileSync(at('results/own.txt'), whole)
  expect(await readSavedOutput({ ...file, given: whole, minBytes: whole.length })).toBe(whole)
  expect(await readSavedOutput({ ...file, given: whole.slice(-3000), shows: 'end' })).toBe(whole)
})

test('no other file is read, whatever name an output gives', async () => {
  symlinkSync(at('secret.txt'), at('results/link.txt'))
  linkSync(at('secret.txt'), at('results/second-name.txt'))
  mkdirSync(at('results/folder'))
  symlinkSync(root, at('results/up'))
  writeFileSync(at('results/empty.txt'), '')
  for (const name of [
    'secret.txt',
    'results/../secret.txt',
    'results/link.txt',
    'results/second-name.txt',
    'results/folder',
    'results/up/secret.txt',
    'results/other.txt',
    'results/empty.txt',
    'results/not-there.txt',
  ]) {
    expect([name, await read(at(name))]).toEqual([name, undefined])
  }
  // Not even with the right beginning, unless it is the client's own file.
  expect(await read(at('results/link.txt'), SECRET)).toBeUndefined()
  expect(await read(at('secret.txt'), SECRET)).toBeUndefined()
})

test('Claude Code’s folder is beside the session record, in its own folder', () => {
  const of = (transcript: string | undefined, env = {}) =>
    claudeOutputFolder(transcript, { HOME: '/h', ...env })
  expect(of('/h/.claude/projects/p/abc-1.jsonl')).toBe('/h/.claude/projects/p/abc-1/tool-results')
  expect(of('/c/projects/p/abc.jsonl', { CLAUDE_CONFIG_DIR: '/c' })).toBe(
    '/c/projects/p/abc/tool-results',
  )
  for (const odd of ['/h/x.jsonl', '/h/.claude/projects/../../x/p/a.jsonl', '/tmp/p/a.jsonl']) {
    expect(of(odd)).toBeUndefined()
  }
  expect(of(undefined)).toBeUndefined()
})

test('Copilot’s file is in the system’s temporary folder, under its own name', () => {
  const own = join(tmpdir(), '1763-copilot-tool-output-a1b2.txt')
  expect(copilotOutputFolder(own)).toBe(tmpdir())
  for (const odd of [
    `${tmpdir()}/copilot-tool-output/../../etc/passwd`,
    '/home/u/copilot-tool-output.txt',
    join(tmpdir(), 'x/copilot-tool-output.txt'),
    join(tmpdir(), 'shadow'),
  ]) {
    expect(copilotOutputFolder(odd)).toBeUndefined()
  }
})

test('a file with a second name is a file from elsewhere, even if its text is known', async () => {
  linkSync(at('secret.txt'), at('results/second-name.txt'))
  expect(await read(at('results/second-name.txt'), SECRET)).toBeUndefined()
})
