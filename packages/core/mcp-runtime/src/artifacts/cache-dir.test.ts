import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { defaultCacheDir } from './cache-dir.js'

test.each([
  [{ platform: 'linux', env: {} }, '/home/u/.cache/app'],
  [{ platform: 'linux', env: { XDG_CACHE_HOME: '/x' } }, '/x/app'],
  [{ platform: 'linux', env: { XDG_CACHE_HOME: 'relative' } }, '/home/u/.cache/app'],
  [{ platform: 'darwin', env: {} }, '/home/u/Library/Caches/app'],
  [{ platform: 'win32', env: { LOCALAPPDATA: '/local' } }, '/local/app/Cache'],
  [{ platform: 'win32', env: {} }, '/home/u/AppData/Local/app/Cache'],
] as const)('%j keeps its cache in %s', (place, expected) => {
  expect(defaultCacheDir('app', { ...place, home: '/home/u' })).toBe(expected)
})

test('this machine has one', () => {
  expect(isAbsolute(defaultCacheDir('app'))).toBe(true)
})
