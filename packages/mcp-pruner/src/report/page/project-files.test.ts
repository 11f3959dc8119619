import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { listFiles } from './project-files.js'

test('hidden files and folders are not offered, nor those made by tools', async () => {
  const root = makeTree({
    'a.txt': 'a',
    'src/b.ts': 'b',
    '.env': 'KEY=1',
    '.git/config': 'x',
    'src/.secret': 'x',
    'dist/c.js': 'c',
  })
  expect(await listFiles({ root, realRoot: root })).toEqual(['a.txt', 'src/b.ts'])
  removeTree(root)
})
