import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import {
  makeFolders,
  readConfigFile,
  removeFolders,
  removeSafely,
  writeSafely,
} from './safe-files.js'

test.each([0o600, 0o640, 0o666])('a file of mode %o keeps it', (mode) => {
  const root = makeTree({ 'config.json': '{}' })
  const file = join(root, 'config.json')
  chmodSync(file, mode)
  writeSafely(file, '{"a":1}')
  expect(statSync(file).mode & 0o777).toBe(mode)
  expect(readFileSync(file, 'utf8')).toBe('{"a":1}')
  removeTree(root)
})

test('a file that is read-only is not replaced', () => {
  const root = makeTree({ 'config.json': '{}' })
  const file = join(root, 'config.json')
  chmodSync(file, 0o444)
  expect(() => writeSafely(file, '{"a":1}')).toThrow('it is read-only')
  expect(readFileSync(file, 'utf8')).toBe('{}')
  removeTree(root)
})

test('a link in a project is followed only within the project', () => {
  const root = makeTree({ 'project/inside.json': '{}', 'outside.json': 'theirs' })
  const project = join(root, 'project')
  const at = (name: string) => join(project, name)
  symlinkSync(join(root, 'outside.json'), at('out.json'))
  symlinkSync(at('inside.json'), at('in.json'))
  expect(() => writeSafely(at('out.json'), 'ours', 0o644, project)).toThrow(
    'it leads out of the project',
  )
  expect(() => readConfigFile(at('out.json'), project)).toThrow('it leads out of the project')
  expect(() => removeSafely(at('out.json'), project)).toThrow('it leads out of the project')
  expect(readFileSync(join(root, 'outside.json'), 'utf8')).toBe('theirs')
  writeSafely(at('in.json'), 'ours', 0o644, project)
  expect(readFileSync(at('inside.json'), 'utf8')).toBe('ours')
  // Without a project a user's own links lead anywhere.
  writeSafely(at('out.json'), 'ours')
  expect(readFileSync(join(root, 'outside.json'), 'utf8')).toBe('ours')
  removeTree(root)
})

test('folders that were missing are named, and only empty ones go again', () => {
  const root = makeTree({})
  const made = makeFolders(join(root, 'a/b/c'))
  expect(made).toEqual([join(root, 'a'), join(root, 'a/b'), join(root, 'a/b/c')])
  expect(makeFolders(join(root, 'a/b'))).toEqual([])
  writeFileSync(join(root, 'a/theirs'), '')
  removeFolders(made)
  expect([existsSync(join(root, 'a/b')), existsSync(join(root, 'a/theirs'))]).toEqual([false, true])
  removeTree(root)
})
