import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ArtifactRefError } from '../refs/artifact-ref.js'
import { diskStore } from './disk-store.js'
import { withFallback } from './fallback.js'
import { memoryStore } from './memory-store.js'
import { storeSuite } from './store.case.js'

let folder = ''
let blocked = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ax-fallback-'))
  blocked = join(folder, 'cache')
  await writeFile(blocked, 'a file where the folder should be')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const key = { domain: 'prune', id: 'a' }
const other = { domain: 'prune', id: 'b' }

test('continues in memory with one warning, and returns to the disk when it works again', async () => {
  const warnings: string[] = []
  const store = withFallback(diskStore({ folder: blocked }), memoryStore(), (error) =>
    warnings.push(error.code),
  )
  expect(store.kind).toBe('disk')
  await store.put(key, 'kept in memory')
  await store.put(other, 'too')
  expect(await store.get(key)).toBe('kept in memory')
  expect(await store.delete(other)).toBe(true)
  expect((await store.usage()).entries).toBe(1)
  expect(warnings).toEqual(['recovery_unavailable'])
  // A value that may be in the unavailable store is not reported as unknown.
  await expect(store.get({ domain: 'prune', id: 'stored-before' })).rejects.toThrow(
    'Cannot read from the artifact folder',
  )

  await rm(blocked)
  await store.put(other, 'on disk')
  expect(await diskStore({ folder: blocked }).get(other)).toBe('on disk')
  expect(await store.get(key)).toBe('kept in memory')
  await store.put(key, 'newer, on disk')
  expect(await store.get(key)).toBe('newer, on disk')

  await store.close()
  await rm(blocked, { recursive: true })
  await writeFile(blocked, 'broken again')
  await store.put(key, 'in memory again')
  expect(warnings).toEqual(['recovery_unavailable', 'recovery_unavailable'])
  expect(await store.get(key)).toBe('in memory again')
})

test('a wrong key is still the caller’s mistake, not an outage', async () => {
  const store = withFallback(diskStore({ folder: blocked }), memoryStore(), () => {
    throw new Error('not an outage')
  })
  await expect(store.get({ domain: 'x', id: '../x' })).rejects.toBeInstanceOf(ArtifactRefError)
})

let now = Date.now()
storeSuite('a disk with a fallback as', {
  open: async (options) =>
    withFallback(
      diskStore({ ...options, folder: join(folder, `s${now}`), now: () => now }),
      memoryStore({ ...options, now: () => now }),
      () => undefined,
    ),
  pass: async (ms) => {
    now += ms
  },
})
