import { expect, test } from 'vitest'
import { splitGlob } from './globs.js'

const FILES = ['a.ts', 'b.md', 'lib/c.ts', 'lib/deep/d.ts']
const matches = (glob: string, platform?: NodeJS.Platform) => {
  const [folder, pattern] = splitGlob(glob, platform)
  return [folder, ...FILES.filter((file) => pattern.test(file))]
}

test.each([
  ['src/*.ts', ['src', 'a.ts']],
  ['src/**/*.ts', ['src', 'a.ts', 'lib/c.ts', 'lib/deep/d.ts']],
  ['*.{ts,md}', ['.', 'a.ts', 'b.md']],
  ['/*/[!c].ts', ['/']],
  ['/lib/../?.md', ['/lib/..', 'b.md']],
])('%s', (glob, found) => {
  expect(matches(glob)).toEqual(found)
})

test('on Windows a backslash is between folders, elsewhere it is part of a name', () => {
  expect(matches('C:\\src\\**\\*.ts', 'win32')).toEqual([
    'C:/src',
    'a.ts',
    'lib/c.ts',
    'lib/deep/d.ts',
  ])
  expect(matches('src\\*.ts', 'linux')).toEqual(['.'])
})
