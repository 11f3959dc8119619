import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { isInside } from './is-inside.js'

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/c', true],
  ['/a/b', '/a/bc', false],
  ['/a/b', '/a', false],
  ['/a/b', '/a/b/..c', true],
])('%s holds %s: %s', (folder, path, expected) => {
  expect(isInside(folder, path, posix)).toBe(expected)
})

test.each([
  ['C:\\work', 'C:\\work\\a.ts', true],
  ['C:\\work', 'c:\\Work\\a.ts', true],
  ['C:\\work', 'C:/work/sub/a.ts', true],
  ['C:\\work', 'C:\\workshop\\a.ts', false],
  ['C:\\work', 'D:\\work\\a.ts', false],
  ['C:\\work', 'C:\\work\\..\\secret', false],
  ['\\\\host\\share', '\\\\host\\share\\a.ts', true],
  ['\\\\host\\share', '\\\\other\\share\\a.ts', false],
])('on Windows, %s holds %s: %s', (folder, path, expected) => {
  expect(isInside(folder, path, win32)).toBe(expected)
})
