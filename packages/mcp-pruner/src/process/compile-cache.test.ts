import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { compileCacheFolder } from './compile-cache.js'

test('what was compiled is kept in the user’s cache folder, and only where there is one', () => {
  const folder = makeTree()
  expect(compileCacheFolder({ MCP_PRUNER_CACHE_DIR: folder })).toBe(join(folder, 'compiled'))
  expect(compileCacheFolder({ MCP_PRUNER_CACHE_DIR: join(folder, 'none') })).toBeUndefined()
  expect(compileCacheFolder({ XDG_CACHE_HOME: folder })).toBeUndefined()
  removeTree(folder)
})
