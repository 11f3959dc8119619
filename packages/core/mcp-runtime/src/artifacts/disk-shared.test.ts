// What the disk store guarantees to several processes on one folder, also when their clocks are wrong or they
// are killed.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundledProgram } from '@jeeves/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { diskStore } from './disk-store.js'

const run = promisify(execFile)
const writer = await bundledProgram(new URL('../../test/disk-writer.ts', import.meta.url))
const key = (id: string) => ({ domain: 'prune', id })
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const folders: string[] = []
let folder = ''
let entries = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ax-shared-'))
  entries = join(folder, 'artifacts')
  folders.push(folder)
})
afterAll(() => Promise.all(folders.map((path) => rm(path, { recursive: true, force: true }))))

test('the longest unused is evicted first, whatever its time to live', async () => {
  let now = Date.now()
  const clock = () => now
  const week = diskStore({ folder, maxBytes: 20_000, ttlMs: 7 * DAY_MS, now: clock })
  const minutes = diskStore({ folder, maxBytes: 20_000, ttlMs: 600_000, now: clock })
  for (let i = 0; i < 30; i++) {
    now += 1000
    await week.put(key(`w${i}`), randomBytes(450).toString('hex'))
    now += 1000
    await minutes.put(key(`m${i}`), randomBytes(450).toString('hex'))
    expect(await week.get(key(`m${i}`)), `fresh m${i}`).toBeDefined()
    expect(await minutes.get(key(`w${i}`)), `fresh w${i}`).toBeDefined()
  }
  await week.usage()
  expect(await week.get(key('w0'))).toBeUndefined()
})

test('the same text lives as long as the longest time that any server gave it', async () => {
  let now = Date.now()
  const clock = () => now
  const week = diskStore({ folder, ttlMs: 7 * DAY_MS, now: clock })
  const minutes = diskStore({ folder, ttlMs: 600_000, now: clock })
  await week.put(key('a'), 'the same')
  await minutes.put(key('a'), 'the same')
  await minutes.put(key('b'), 'the same')
  await week.put(key('b'), 'the same')
  now += HOUR_MS
  expect(await minutes.get(key('a'))).toBe('the same')
  expect(await minutes.get(key('b'))).toBe('the same')
})

test('expired files are removed when a second look agrees', async () => {
  let now = Date.now()
  const look = () => diskStore({ folder, ttlMs: 1000, now: () => now }).usage()
  const first = diskStore({ folder, ttlMs: 1000, now: () => now })
  await first.put(key('a'), 'x')
  // Its own check comes after the answer, and before anything has expired.
  await first.close()
  now += HOUR_MS + 2_000
  await look()
  expect(await readdir(entries)).toHaveLength(1)
  now += HOUR_MS
  await look()
  expect(await readdir(entries)).toEqual([])
})

test('a clock that is eight days ahead for one start loses nothing', async () => {
  const now = Date.now()
  const ids = Array.from({ length: 20 }, (_, i) => `k${i}`)
  const before = diskStore({ folder, now: () => now })
  for (const id of ids) await before.put(key(id), `value of ${id}`)
  await before.usage()
  for (const offset of [0, 60_000]) {
    const ahead = diskStore({ folder, now: () => now + 8 * DAY_MS + offset })
    await ahead.put(key('new'), 'written in the future')
    await ahead.get(key('k3'))
    await ahead.usage()
    await ahead.close()
  }
  const after = diskStore({ folder, now: () => now + 1000 })
  await after.usage()
  for (const id of ids) expect(await after.get(key(id))).toBe(`value of ${id}`)
})

test('entries used while a clock was ahead do not push out those used since', async () => {
  const now = Date.now()
  const value = () => randomBytes(450).toString('hex')
  const ahead = diskStore({ folder, maxBytes: 20_000, now: () => now + 8 * DAY_MS })
  for (let i = 0; i < 15; i++) await ahead.put(key(`ahead${i}`), value())
  const after = diskStore({ folder, maxBytes: 20_000, now: () => now })
  for (let i = 0; i < 30; i++) {
    await after.put(key(`fresh${i}`), value())
    await after.usage()
    expect(await after.get(key(`fresh${i}`)), `fresh${i}`).toBeDefined()
  }
})

test('a second process enforces the bound over what the first one stored', async () => {
  const first = diskStore({ folder, maxBytes: 20_000 })
  for (let i = 0; i < 18; i++) await first.put(key(`f${i}`), 'x'.repeat(990))
  await first.close()
  const second = diskStore({ folder, maxBytes: 20_000 })
  for (let i = 0; i < 10; i++) await second.put(key(`s${i}`), 'y'.repeat(990))
  await second.usage()
  const sizes = await Promise.all(
    (await readdir(entries)).map(async (name) => (await stat(join(entries, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20_000)
  expect(await second.get(key('s9'))).toBe('y'.repeat(990))
})

test('several processes on one folder never see a part of a value', async () => {
  const results = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, [writer, folder, 'churn', '150'])),
  )
  for (const { stdout } of results) expect(JSON.parse(stdout).torn).toBe(0)
  expect((await readdir(entries)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('eight writers stay within the bound, to a fifth', async () => {
  const maxBytes = 2_000_000
  const seen = { most: 0, done: false }
  const weigh = async () => {
    while (!seen.done) {
      const names = await readdir(entries).catch(() => [])
      const sizes = await Promise.all(
        names.map((name) =>
          stat(join(entries, name)).then(
            ({ size }) => size,
            () => 0,
          ),
        ),
      )
      seen.most = Math.max(
        seen.most,
        sizes.reduce((sum, size) => sum + size, 0),
      )
    }
  }
  const weighing = weigh()
  const args = [writer, folder, 'fill', `${maxBytes}`]
  await Promise.all(Array.from({ length: 8 }, (_, i) => run(process.execPath, [...args, `${i}`])))
  seen.done = true
  await weighing
  expect(seen.most).toBeLessThanOrEqual(maxBytes * 1.2)
  expect(seen.most).toBeGreaterThan(maxBytes * 0.7)
  expect((await diskStore({ folder, maxBytes }).usage()).bytes).toBeLessThanOrEqual(maxBytes)
})

test('processes that live for one call stay within the bound too', async () => {
  for (let i = 0; i < 60; i++) {
    const once = diskStore({ folder, maxBytes: 20_000 })
    await once.put(key(`n${i}`), randomBytes(450).toString('hex'))
    await once.close()
  }
  const sizes = await Promise.all(
    (await readdir(entries)).map(async (name) => (await stat(join(entries, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(24_000)
})
