import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { compileCacheFolder } from './compile-cache.js'

test('compiled code is cached in the user’s cache folder, and only if there is one', () => {
  const folder = makeTree()
  expect(compileCacheFolder({ MCP_PRUNER_CACHE_DIR: folder })).toBe(join(folder, 'compiled'))
  expect(compileCacheFolder({ MCP_PRUNER_CACHE_DIR: join(folder, 'none') })).toBeUndefined()
  expect(compileCacheFolder({ XDG_CACHE_HOME: folder })).toBeUndefined()
  removeTree(folder)
})
