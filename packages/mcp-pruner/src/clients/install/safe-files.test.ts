import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeTree, removeTree } from '@jeeves/testing'
import { expect, test } from 'vitest'
import { writeSafely } from './safe-files.js'

test.each([0o600, 0o640, 0o666])('a file of mode %o keeps it', (mode) => {
  const root = makeTree({ 'config.json': '{}' })
  const file = join(root, 'config.json')
  chmodSync(file, mode)
  writeSafely(file, '{"a":1}')
  expect(statSync(file).mode & 0o777).toBe(mode)
  expect(readFileSync(file, 'utf8')).toBe('{"a":1}')
  removeTree(root)
})
