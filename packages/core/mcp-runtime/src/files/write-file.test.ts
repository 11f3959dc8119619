import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isInside } from './is-inside.js'
import { realPathOf } from './real-path.js'
import {
  appendBytes,
  appendSync,
  createFile,
  emptyFile,
  replaceFile,
  replaceFileSync,
} from './write-file.js'

let root: string
const at = (name: string) => join(root, name)
beforeEach(() => {
  root = makeTree({ 'victim.txt': 'as it was\n', 'folder/old.txt': 'old\n' })
})
afterEach(() => removeTree(root))

const WAYS: [string, (path: string) => Promise<void>][] = [
  ['replaceFileSync', async (path) => replaceFileSync(path, 'new\n')],
  ['replaceFile', (path) => replaceFile(path, 'new\n')],
  ['createFile', (path) => createFile(path, 'new\n')],
  ['appendSync to a new file', async (path) => appendSync(path, 'new\n', 'new')],
  ['appendSync to one that is there', async (path) => appendSync(path, 'new\n', 'there')],
  ['appendBytes', (path) => appendBytes(path, Buffer.from('new\n'))],
  ['emptyFile', (path) => emptyFile(path)],
]

describe.each(WAYS)('%s', (_, write) => {
  test.each(['victim.txt', 'not-there.txt'])('writes nothing through a link to %s', async (to) => {
    symlinkSync(at(to), at('folder/link'))
    await expect(write(at('folder/link'))).rejects.toThrow(/is a link|ELOOP|EEXIST/)
    expect(readFileSync(at('victim.txt'), 'utf8')).toBe('as it was\n')
    expect(existsSync(at('not-there.txt'))).toBe(false)
    expect(lstatSync(at('folder/link')).isSymbolicLink()).toBe(true)
    expect(readdirSync(at('folder')).sort()).toEqual(['link', 'old.txt'])
  })
})

describe.each(WAYS.slice(0, 2))('%s', (_, write) => {
  test('writes the whole file atomically, for the user alone, and leaves nothing beside it', async () => {
    chmodSync(at('folder/old.txt'), 0o644)
    await write(at('folder/old.txt'))
    expect(readFileSync(at('folder/old.txt'), 'utf8')).toBe('new\n')
    expect(statSync(at('folder/old.txt')).mode & 0o777).toBe(0o600)
    expect(readdirSync(at('folder'))).toEqual(['old.txt'])
  })

  test('refuses to replace a folder or a pipe', async () => {
    mkdirSync(at('folder/sub'))
    spawnSync('mkfifo', [at('folder/pipe')])
    for (const name of ['folder/sub', 'folder/pipe']) {
      await expect(write(at(name))).rejects.toThrow(`${at(name)} is not a regular file`)
    }
  })
})

test('a file that is created is created once', async () => {
  await createFile(at('once'), 'first\n')
  await expect(createFile(at('once'), 'second\n')).rejects.toMatchObject({ code: 'EEXIST' })
  expect(readFileSync(at('once'), 'utf8')).toBe('first\n')
  expect(readdirSync(root).sort()).toEqual(['folder', 'once', 'victim.txt'])
})

test('a link on the way to a file that is not there yet is followed, one to itself is not', () => {
  symlinkSync('folder', at('way'))
  symlinkSync('way/deeper', at('far'))
  symlinkSync('itself', at('itself'))
  expect(realPathOf(at('far/a/b.txt'))).toBe(at('folder/deeper/a/b.txt'))
  expect(() => realPathOf(at('itself'))).toThrow(/link|ELOOP/)
  writeFileSync(at('..a'), '')
  expect([
    isInside(root, at('..a')),
    isInside(root, join(root, '..')),
    isInside(root, root),
  ]).toEqual([true, false, true])
})

// 80 killed installs left one beside the record of what was installed.
test('replaceFileSync removes what a process that was killed has left of the same file, and nothing else', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const left = (name: string, pid: number) => `${name}.mcp-pruner-${pid}-0123456789ab`
  const stays = [
    left('old.txt', process.pid),
    left('other.txt', dead),
    'old.txt.mcp-pruner-notes',
    `${left('old.txt', dead)}.md`,
  ]
  const longAgo = new Date(Date.now() - 60_000)
  for (const name of [left('old.txt', dead), ...stays]) {
    writeFileSync(at(`folder/${name}`), 'half')
    utimesSync(at(`folder/${name}`), longAgo, longAgo)
  }
  replaceFileSync(at('folder/old.txt'), 'new\n')
  expect(readdirSync(at('folder')).sort()).toEqual(['old.txt', ...stays].sort())
})
